import { type AbiParameter, type AbiType, typeText } from '../../abi/abiType.ts';

/** The type of a storage variable, or of a place below one. */
export type StorageType =
  /** A value at consecutive keys. */
  | { readonly kind: 'value'; readonly type: AbiType }
  /** An entry lies at the hash of the map's address and the felts of its key. */
  | { readonly kind: 'map'; readonly key: AbiType; readonly value: StorageType }
  /** A length, and an item at the hash of the address and each index. */
  | { readonly kind: 'vec'; readonly item: StorageType }
  /** A member lies at the hash of the node's address and the member's name. */
  | { readonly kind: 'node'; readonly name: string; readonly members: readonly StorageMember[] };

interface StorageMember {
  readonly name: string;
  readonly type: StorageType;
}

/** An enum as storage has it: its default variant is stored as 0, the others in their order from 1 on. */
export interface StoredEnum {
  readonly kind: 'enum';
  readonly name: string;
  readonly variants: readonly AbiParameter[];
  /** The index of the default variant, -1 if there is none. Undefined if only an ABI is known, which does not tell. */
  readonly defaultVariant?: number;
}

export const valueType = (type: AbiType): StorageType => ({ kind: 'value', type });

/** The type of map entries behind several keys. */
export const mapOf = (keys: readonly AbiType[], value: StorageType): StorageType =>
  keys.reduceRight<StorageType>((inner, key) => ({ kind: 'map', key, value: inner }), value);

/** A type as Cairo programmers write it. */
export function storageTypeText(type: StorageType): string {
  switch (type.kind) {
    case 'value':
      return typeText(type.type);
    case 'map':
      return `Map<${typeText(type.key)}, ${storageTypeText(type.value)}>`;
    case 'vec':
      return `Vec<${storageTypeText(type.item)}>`;
    case 'node':
      return type.name;
  }
}

/** Values are at most this many cells long, because offsets are a u8. */
export const MAX_CELLS = 256;

/** The number of cells of a value; undefined if it cannot be stored or is not understood. */
export function cellsOf(type: AbiType, depth = 0): number | undefined {
  const count = depth > MAX_DEPTH ? undefined : countCells(type, (inner) => cellsOf(inner, depth + 1));
  return count !== undefined && count <= MAX_CELLS ? count : undefined;
}

const MAX_DEPTH = 16;

function countCells(type: AbiType, inner: (type: AbiType) => number | undefined): number | undefined {
  switch (type.kind) {
    case 'felt':
    case 'integer':
    case 'bool':
    case 'byteArray':
      return 1;
    case 'limbs':
      return type.name === 'u256' ? 2 : undefined;
    case 'nonZero':
      return inner(type.value);
    case 'fixedArray':
      return type.length > MAX_CELLS ? undefined : sum(Array.from({ length: type.length }, () => inner(type.item)));
    case 'tuple':
      return sum(type.items.map(inner));
    case 'struct':
      return sum(type.members.map((member) => inner(member.type)));
    case 'enum':
      return after(type.variants.map((variant) => inner(variant.type)));
    case 'option':
      return after([inner(type.value)]);
    case 'result':
      return after([inner(type.ok), inner(type.error)]);
    case 'array':
    case 'unknown':
      return undefined;
  }
}

const sum = (sizes: readonly (number | undefined)[]): number | undefined =>
  sizes.reduce<number | undefined>(
    (all, size) => (all === undefined || size === undefined ? undefined : all + size),
    0,
  );
/** A variant and the longest of its values. */
const after = (sizes: readonly (number | undefined)[]): number | undefined =>
  sizes.includes(undefined) ? undefined : 1 + (sizes as number[]).reduce((most, size) => Math.max(most, size), 0);

/** The stored number of each variant of an enum; undefined if that is not known. */
export function variantNumbers(type: StoredEnum): readonly number[] | undefined {
  const { variants, defaultVariant: first } = type;
  if (first === undefined) return undefined;
  return variants.map((_, i) => (i === first ? 0 : first < 0 || i < first ? i + 1 : i));
}

/** The cells of the parts of a struct or tuple: name, offset and type. */
export function partsOf(type: AbiType): readonly { name: string; offset: number; type: AbiType }[] {
  const parts =
    type.kind === 'struct'
      ? type.members
      : type.kind === 'tuple'
        ? type.items.map((item, i) => ({ name: `${i}`, type: item }))
        : type.kind === 'limbs' && type.name === 'u256'
          ? U256_PARTS
          : [];
  let offset = 0;
  return parts.map(({ name, type: part }) => {
    const at = offset;
    offset += cellsOf(part) ?? 1;
    return { name, offset: at, type: part };
  });
}

const U128: AbiType = { kind: 'integer', name: 'u128', min: 0n, max: 2n ** 128n - 1n };
const U256_PARTS: readonly AbiParameter[] = [
  { name: 'low', type: U128 },
  { name: 'high', type: U128 },
];
