// The parameters of eth_* requests, as clients send them.
import type { Json } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { invalidParams } from './ethError.ts';

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/;
const DATA = /^0x(?:[0-9a-fA-F]{2})*$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;

/** A parameter and the name that errors call it by. */
type Reader<T> = (value: unknown, name: string) => T;

/** A value as an error shows it. Over JSON-RPC numbers are exact; in this process a value can be anything. */
function shown(value: unknown): string {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return 'nothing';
  try {
    return writeJson(value as Json).slice(0, 80);
  } catch {
    return `a ${typeof value}`;
  }
}

const matching =
  (pattern: RegExp, expected: string): Reader<string> =>
  (value, name) => {
    if (typeof value !== 'string' || !pattern.test(value))
      throw invalidParams(`${name} must be ${expected}, not ${shown(value)}`);
    return value.toLowerCase();
  };

export const address = matching(ADDRESS, '0x and 40 hexadecimal digits') as Reader<`0x${string}`>;
export const hash = matching(HASH, '0x and 64 hexadecimal digits');
export const bytes = matching(DATA, '0x and an even number of hexadecimal digits') as Reader<`0x${string}`>;

/** A number: `0x…` text. Helpers of test clients send numbers too. */
export const quantity: Reader<bigint> = (value, name) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return BigInt(matching(QUANTITY, 'a number such as 0x1')(value, name));
};

export const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value, name) =>
    value === undefined || value === null ? undefined : reader(value, name);

export const boolean: Reader<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw invalidParams(`${name} must be true or false, not ${shown(value)}`);
  return value;
};

export const object: Reader<Readonly<Record<string, unknown>>> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParams(`${name} must be an object, not ${shown(value)}`);
  return value as Readonly<Record<string, unknown>>;
};

/** A list that is not longer than this. */
export const list =
  <T>(item: Reader<T>, most: number): Reader<readonly T[]> =>
  (value, name) => {
    if (!Array.isArray(value)) throw invalidParams(`${name} must be a list, not ${shown(value)}`);
    if (value.length > most) throw invalidParams(`${name} has ${value.length} items, and may have ${most} at most`);
    return value.map((each, i) => item(each, `${name}[${i}]`));
  };

const TAGS: ReadonlySet<unknown> = new Set(['latest', 'pending', 'safe', 'finalized', 'earliest']);

/** A block: a number, a tag, or a hash (EIP-1898). */
export type BlockTag = bigint | string;

export const blockTag: Reader<BlockTag> = (value, name) => {
  if (value === undefined || value === null) return 'latest';
  if (typeof value === 'object') {
    const { blockHash, blockNumber } = object(value, name);
    return blockHash === undefined
      ? quantity(blockNumber, `${name}.blockNumber`)
      : hash(blockHash, `${name}.blockHash`);
  }
  if (TAGS.has(value)) return value as string;
  return typeof value === 'string' && HASH.test(value) ? value.toLowerCase() : quantity(value, name);
};

const accessListItem: Reader<{ address: `0x${string}`; storageKeys: `0x${string}`[] }> = (value, name) => {
  const item = object(value, name);
  return {
    address: address(item['address'], `${name}.address`),
    storageKeys: [...list(hash, 1000)(item['storageKeys'], `${name}.storageKeys`)] as `0x${string}`[],
  };
};

/** A call or a transaction that is not signed. */
export interface EthCall {
  readonly from: `0x${string}` | undefined;
  readonly to: `0x${string}` | undefined;
  readonly data: `0x${string}`;
  readonly value: bigint;
  readonly gas: bigint | undefined;
  readonly gasPrice: bigint | undefined;
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly accessList:
    | readonly { readonly address: `0x${string}`; readonly storageKeys: `0x${string}`[] }[]
    | undefined;
}

export const call: Reader<EthCall> = (value, name) => {
  const given = object(value, name);
  const read = <T>(field: string, reader: Reader<T>) => optional(reader)(given[field], `${name}.${field}`);
  return {
    from: read('from', address),
    to: read('to', address),
    data: read('input', bytes) ?? read('data', bytes) ?? '0x',
    value: read('value', quantity) ?? 0n,
    gas: read('gas', quantity) ?? read('gasLimit', quantity),
    gasPrice: read('gasPrice', quantity),
    maxFeePerGas: read('maxFeePerGas', quantity),
    maxPriorityFeePerGas: read('maxPriorityFeePerGas', quantity),
    nonce: read('nonce', quantity),
    accessList: read('accessList', list(accessListItem, 1000)),
  };
};
