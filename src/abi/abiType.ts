/** A type of an ABI, ready to encode and decode with. Recursive Cairo types are cycles of these objects. */
export type AbiType =
  /** One felt that is written as hex: felt252, addresses, hashes, bytes31. Values lie below `bound`. */
  | { readonly kind: 'felt'; readonly name: string; readonly bound: bigint }
  /** An integer in one felt. Negative ones count down from the prime. */
  | { readonly kind: 'integer'; readonly name: string; readonly min: bigint; readonly max: bigint }
  /** An unsigned integer in several felts of `bits` bits each, lowest first: u256, u384, u512. */
  | { readonly kind: 'limbs'; readonly name: string; readonly bits: bigint; readonly count: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'byteArray' }
  | { readonly kind: 'array'; readonly name: 'Array' | 'Span'; readonly item: AbiType }
  | { readonly kind: 'fixedArray'; readonly item: AbiType; readonly length: number }
  /** The unit type is the tuple of no items. */
  | { readonly kind: 'tuple'; readonly items: readonly AbiType[] }
  | { readonly kind: 'struct'; readonly name: string; readonly members: readonly AbiParameter[] }
  | { readonly kind: 'enum'; readonly name: string; readonly variants: readonly AbiParameter[] }
  | { readonly kind: 'option'; readonly value: AbiType }
  | { readonly kind: 'result'; readonly ok: AbiType; readonly error: AbiType }
  | { readonly kind: 'nonZero'; readonly value: AbiType }
  /** A type that the ABI uses and does not define. Only its use is an error. */
  | { readonly kind: 'unknown'; readonly name: string };

/** A named value: a parameter, the member of a struct or the variant of an enum. */
export interface AbiParameter {
  readonly name: string;
  readonly type: AbiType;
}

/** Whether a type has one value only, which takes no felts. */
export const isUnit = (type: AbiType): boolean => type.kind === 'tuple' && type.items.length === 0;

/** A path such as `core::integer::u256` by its last name; the paths between `<` and `>` too. */
export const shortName = (name: string): string => name.replace(/\b\w+::(?=\w)/g, '').replaceAll('::<', '<');

/** A type as Cairo programmers write it: `u256`, `Array<felt252>`, `(u8, bool)`. */
export function typeText(type: AbiType): string {
  switch (type.kind) {
    case 'felt':
    case 'integer':
    case 'limbs':
      return type.name;
    case 'bool':
      return 'bool';
    case 'byteArray':
      return 'ByteArray';
    case 'array':
      return `${type.name}<${typeText(type.item)}>`;
    case 'fixedArray':
      return `[${typeText(type.item)}; ${type.length}]`;
    case 'tuple':
      return `(${type.items.map(typeText).join(', ')})`;
    case 'option':
      return `Option<${typeText(type.value)}>`;
    case 'result':
      return `Result<${typeText(type.ok)}, ${typeText(type.error)}>`;
    case 'nonZero':
      return `NonZero<${typeText(type.value)}>`;
    case 'struct':
    case 'enum':
    case 'unknown':
      return shortName(type.name);
  }
}

/** How many felts every value of a type takes; undefined when that depends on the value. */
export function fixedSize(type: AbiType, known = new Map<AbiType, number | undefined>()): number | undefined {
  if (known.has(type)) return known.get(type);
  known.set(type, undefined); // A type inside itself has no fixed size.
  const size = sizeOf(type, (inner) => fixedSize(inner, known));
  known.set(type, size);
  return size;
}

function sizeOf(type: AbiType, inner: (type: AbiType) => number | undefined): number | undefined {
  switch (type.kind) {
    case 'felt':
    case 'integer':
    case 'bool':
      return 1;
    case 'limbs':
      return type.count;
    case 'nonZero':
      return inner(type.value);
    case 'fixedArray':
      return times(type.length, inner(type.item));
    case 'tuple':
      return sum(type.items.map(inner));
    case 'struct':
      return sum(type.members.map((member) => inner(member.type)));
    case 'enum':
      return type.variants.every((variant) => isUnit(variant.type)) ? 1 : undefined;
    default:
      return undefined;
  }
}

const times = (count: number, size: number | undefined) => (size === undefined ? undefined : count * size);
const sum = (sizes: readonly (number | undefined)[]) =>
  sizes.reduce((all, size) => (all === undefined || size === undefined ? undefined : all + size), 0);
