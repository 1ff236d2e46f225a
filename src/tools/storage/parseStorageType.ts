// The text of a storage type as source code has it, such as `Map<ContractAddress, u256>`, as a type.
import type { AbiType } from '../../abi/abiType.ts';
import { parseType } from '../../abi/parseType.ts';
import { type StorageType, valueType } from './storageType.ts';

/** Finds a struct, enum or storage node by the last part of its name. */
export type FindStored = (name: string) => StorageType | undefined;

const CORE: Readonly<Record<string, string>> = {
  felt252: 'core::felt252',
  felt: 'core::felt252',
  bool: 'core::bool',
  ByteArray: 'core::byte_array::ByteArray',
  bytes31: 'core::bytes_31::bytes31',
  ContractAddress: 'core::starknet::contract_address::ContractAddress',
  ClassHash: 'core::starknet::class_hash::ClassHash',
  EthAddress: 'core::starknet::eth_address::EthAddress',
  StorageAddress: 'core::starknet::storage_access::StorageAddress',
  Uint256: 'core::integer::u256',
  usize: 'core::integer::usize',
};
const INTEGER = /^[ui](?:8|16|32|64|128|256)$/;

const MAX_LENGTH = 1000;
const MAX_DEPTH = 16;
export const UNKNOWN: AbiType = { kind: 'unknown', name: '' };

/** The type of a text. Parts that are not understood are unknown types. */
export function parseStorageType(text: string, find: FindStored, depth = 0): StorageType {
  const name = text.trim();
  if (name.length > MAX_LENGTH || depth > MAX_DEPTH) return valueType(UNKNOWN);
  const inner = (part: string) => parseStorageType(part, find, depth + 1);
  const plain = (part: string): AbiType => {
    const type = inner(part);
    return type.kind === 'value' ? type.type : { kind: 'unknown', name: part.trim() };
  };
  if (name.startsWith('(') && name.endsWith(')'))
    return valueType({ kind: 'tuple', items: commaParts(name.slice(1, -1)).map(plain) });
  const [, item, length] = /^\[(.*);\s*(\d{1,3})\]$/s.exec(name) ?? [];
  if (item !== undefined) return valueType({ kind: 'fixedArray', item: plain(item), length: Number(length) });
  const [, path = '', inside] = /^([\w:]+?)(?:::)?<(.*)>$/s.exec(name) ?? [undefined, name];
  const last = path.slice(path.lastIndexOf(':') + 1);
  const args = inside === undefined ? [] : commaParts(inside);
  const [first, second] = args;
  if (args.length === 2) {
    if (last === 'Map' || last === 'LegacyMap') return { kind: 'map', key: plain(first!), value: inner(second!) };
    if (last === 'Result') return valueType({ kind: 'result', ok: plain(first!), error: plain(second!) });
  }
  if (args.length === 1) {
    if (last === 'Vec') return { kind: 'vec', item: inner(first!) };
    if (last === 'Option') return valueType({ kind: 'option', value: plain(first!) });
    if (last === 'NonZero') return valueType({ kind: 'nonZero', value: plain(first!) });
    if (last === 'Mutable' || last === 'StorageBase') return inner(first!);
  }
  const core = Object.hasOwn(CORE, last) ? CORE[last] : INTEGER.test(last) ? `core::integer::${last}` : undefined;
  if (core !== undefined) return valueType(parseType(core, () => undefined));
  return find(last) ?? valueType({ kind: 'unknown', name });
}

/** The parts of a list with commas, those in brackets left whole. */
export function commaParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const char = text[i];
    if (char !== undefined && '<([{'.includes(char)) depth++;
    else if (char !== undefined && '>)]}'.includes(char)) depth--;
    else if (char === undefined || (char === ',' && depth === 0)) {
      const part = text.slice(start, i).trim();
      if (part !== '') parts.push(part);
      start = i + 1;
    }
  }
  return parts;
}
