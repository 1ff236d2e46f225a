import type { AbiType } from './abiType.ts';

/** The types that a type is made of: members, variants, items. */
export function innerTypes(type: AbiType): readonly AbiType[] {
  switch (type.kind) {
    case 'array':
    case 'fixedArray':
      return [type.item];
    case 'tuple':
      return type.items;
    case 'struct':
      return type.members.map((member) => member.type);
    case 'enum':
      return type.variants.map((variant) => variant.type);
    case 'option':
    case 'nonZero':
      return [type.value];
    case 'result':
      return [type.ok, type.error];
    default:
      return [];
  }
}
