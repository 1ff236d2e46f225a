// The text of a type, such as `core::array::Array::<core::integer::u8>`, as a type.
import { P } from '../felt/felt.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiType } from './abiType.ts';

const ADDRESS = 2n ** 251n;
const felt = (name: string, bound: bigint): AbiType => ({ kind: 'felt', name, bound });
const unsigned = (bits: bigint): AbiType => ({ kind: 'integer', name: `u${bits}`, min: 0n, max: 2n ** bits - 1n });
const signed = (bits: bigint): AbiType => ({
  kind: 'integer',
  name: `i${bits}`,
  min: -(2n ** (bits - 1n)),
  max: 2n ** (bits - 1n) - 1n,
});
const FELT = felt('felt252', P);
/** u256, which Cairo 0 calls Uint256. */
export const U256: AbiType = { kind: 'limbs', name: 'u256', bits: 128n, count: 2 };

const point = (curve: string): AbiType => ({
  kind: 'struct',
  name: `Secp256${curve}Point`,
  members: [
    { name: 'x', type: U256 },
    { name: 'y', type: U256 },
  ],
});

const BUILTIN: ReadonlyMap<string, AbiType> = new Map<string, AbiType>([
  ['felt', FELT],
  ['core::felt252', FELT],
  ['core::bool', { kind: 'bool' }],
  ['core::byte_array::ByteArray', { kind: 'byteArray' }],
  ['core::bytes_31::bytes31', felt('bytes31', 2n ** 248n)],
  ['core::starknet::contract_address::ContractAddress', felt('ContractAddress', ADDRESS)],
  ['core::starknet::class_hash::ClassHash', felt('ClassHash', ADDRESS)],
  ['core::starknet::storage_access::StorageAddress', felt('StorageAddress', ADDRESS)],
  ['core::starknet::storage_access::StorageBaseAddress', felt('StorageBaseAddress', ADDRESS - 256n)],
  ['core::starknet::eth_address::EthAddress', felt('EthAddress', 2n ** 160n)],
  ...[8n, 16n, 32n, 64n, 96n, 128n].map((bits) => [`core::integer::u${bits}`, unsigned(bits)] as const),
  ...[8n, 16n, 32n, 64n, 128n].map((bits) => [`core::integer::i${bits}`, signed(bits)] as const),
  ['core::integer::usize', unsigned(32n)],
  ['core::integer::u256', U256],
  ['core::integer::u512', { kind: 'limbs', name: 'u512', bits: 128n, count: 4 }],
  // Its ABI has four members of 96 bits, but the core library serializes two of them in one felt.
  ['core::circuit::u384', { kind: 'limbs', name: 'u384', bits: 192n, count: 2 }],
  ['core::circuit::u96', unsigned(96n)],
  // Public keys of Ethereum and P-256 accounts. ABIs do not define them, since their values are made by the system.
  ...['k1', 'r1'].map((curve) => [`core::starknet::secp256${curve}::Secp256${curve}Point`, point(curve)] as const),
]);

/** Finds a type that the ABI defines, by its full name. */
export type FindDefinition = (name: string) => AbiType | undefined;

/** The type of a text. One that is not understood is an `unknown` type. */
export function parseType(text: string, find: FindDefinition, depth = 0): AbiType {
  if (text.length > abiLimits.typeChars || depth > abiLimits.typeDepth) return { kind: 'unknown', name: text };
  const name = text.trim().replace(/^(?:@\s*)+/, ''); // A snapshot is serialized like its value.
  const unknown: AbiType = { kind: 'unknown', name };
  const parse = (inner: string) => parseType(inner, find, depth + 1);
  const builtin = BUILTIN.get(name);
  if (builtin) return builtin;
  if (name.startsWith('(') && name.endsWith(')')) {
    const items = splitList(name.slice(1, -1));
    return items ? { kind: 'tuple', items: items.map((item) => parse(withoutLabel(item))) } : unknown;
  }
  if (name.startsWith('[') && name.endsWith(']')) {
    const [, item, length] = /^\[(.*);\s*(\d{1,9})\]$/s.exec(name) ?? [];
    return item === undefined ? unknown : { kind: 'fixedArray', item: parse(item), length: Number(length) };
  }
  const [, base, inside] = /^([\w:]+?)::<(.*)>$/s.exec(name) ?? [];
  const args = inside === undefined ? undefined : splitList(inside);
  return (base && args && genericType(base, args, parse)) || (find(name) ?? unknown);
}

function genericType(base: string, args: readonly string[], parse: (text: string) => AbiType): AbiType | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (args.length === 2)
    switch (base) {
      case 'core::result::Result':
        return { kind: 'result', ok: parse(first), error: parse(second!) };
      case 'core::internal::bounded_int::BoundedInt':
        return boundedInt(first, second!);
      default:
        return undefined;
    }
  if (args.length !== 1) return undefined;
  switch (base) {
    case 'core::array::Array':
    case 'core::array::Span':
      return { kind: 'array', name: base.endsWith('Array') ? 'Array' : 'Span', item: parse(first) };
    case 'core::option::Option':
      return { kind: 'option', value: parse(first) };
    case 'core::zeroable::NonZero':
      return { kind: 'nonZero', value: parse(first) };
    case 'core::box::Box':
      return parse(first);
    default:
      return undefined;
  }
}

const INTEGER = /^-?\d{1,100}$/;

function boundedInt(low: string, high: string): AbiType | undefined {
  if (!INTEGER.test(low) || !INTEGER.test(high)) return undefined;
  const [min, max] = [BigInt(low), BigInt(high)];
  if (min > max || max - min >= P || max >= P || min <= -P) return undefined;
  const bits = max.toString(2).length;
  const isWhole = min === 0n && max === 2n ** BigInt(bits) - 1n;
  return { kind: 'integer', name: isWhole ? `u${bits}` : `BoundedInt<${min}, ${max}>`, min, max };
}

/** The parts of a list with commas, those in brackets left whole; undefined when the brackets do not match. */
function splitList(text: string): string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if ('<(['.includes(char)) depth++;
    else if ('>)]'.includes(char) && --depth < 0) return undefined;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  if (last !== '') parts.push(last);
  return depth === 0 && !parts.includes('') ? parts : undefined;
}

/** Cairo 0 may name the items of a tuple: `(x : felt, y : felt)`. */
const withoutLabel = (item: string): string => item.replace(/^\w+\s*:(?!:)\s*/, '');

/** The item type of a Cairo 0 pointer such as `felt*`; undefined for any other type. */
export const pointee = (text: string): string | undefined =>
  text.trimEnd().endsWith('*') ? text.trimEnd().slice(0, -1) : undefined;
