// What callers may write for a value, and how it reaches the node.
import { ADDRESS_BOUND } from '../execution/hash/address.ts';
import { type Felt, P } from '../felt/felt.ts';
import { fromCaller } from '../text/callerStack.ts';
import { isPromise, PROMISE } from '../text/givenPromise.ts';

/** Hexadecimal text, as Starknet clients write addresses, hashes and felts. */
export type Hex = `0x${string}`;

/** An address, a hash or another field element: `0x…` text or a bigint. */
export type FeltLike = string | bigint;

/** An address, or anything that has one: an account, a contract. */
export type AddressLike = FeltLike | { readonly address: FeltLike };

/** An amount of something: a bigint, a whole number, or its decimal or `0x…` text. */
export type AmountLike = bigint | number | `${bigint}` | Hex;

/** A block: its number, its hash as `0x…` text, or one of the tags. */
export type BlockLike = number | bigint | Hex | 'latest' | 'pre_confirmed' | 'l1_accepted';

/** Which block a question is about. */
export interface AtBlock {
  /** The block. Default: the open one (`'pre_confirmed'`), so that every change is seen. */
  readonly block?: BlockLike | undefined;
}

/** A block as JSON-RPC names it. */
export type BlockIdParam =
  | 'latest'
  | 'pre_confirmed'
  | 'l1_accepted'
  | { readonly block_number: number }
  | { readonly block_hash: Hex };

const HEX = /^0x[0-9a-fA-F]{1,64}$/;
const DECIMAL = /^\d{1,80}$/;
const TAGS: ReadonlySet<unknown> = new Set(['latest', 'pre_confirmed', 'l1_accepted']);

/** The text of a number as clients write it: `0x` and lower-case digits without leading zeros. */
export const toHex = (value: bigint): Hex => `0x${value.toString(16)}`;

/** Reads a field element; `name` is the parameter that an error names. */
export function readFelt(value: FeltLike, name: string): Felt {
  const number = typeof value === 'string' && HEX.test(value) ? BigInt(value) : value;
  if (typeof number !== 'bigint') throw wrongValue(name, "'0x…' text or a bigint", value);
  if (number < 0n || number >= P) throw outOfRange(name, 'a field element, from 0 to 2^251 + 17 * 2^192', value);
  return number as Felt;
}

/** A field element as JSON-RPC takes it. */
export const feltText = (value: FeltLike, name: string): Hex => toHex(readFelt(value, name));

/** The address that is meant: of an account or a contract, or the value itself. */
export const addressIn = (value: AddressLike): FeltLike =>
  typeof value === 'object' && value !== null && 'address' in value ? value.address : value;

/** An address as JSON-RPC takes it. */
export function addressText(value: AddressLike, name: string): Hex {
  const address = readFelt(addressIn(value), name);
  if (address >= ADDRESS_BOUND) throw outOfRange(name, 'an address, below 2^251 - 256', value);
  return toHex(address);
}

/** Reads an amount that is not negative. */
export function readAmount(value: AmountLike, name: string, bits = 256): bigint {
  let amount: bigint;
  if (typeof value === 'bigint') amount = value;
  else if (typeof value === 'number' && Number.isSafeInteger(value)) amount = BigInt(value);
  else if (typeof value === 'string' && (DECIMAL.test(value) || HEX.test(value))) amount = BigInt(value);
  else if (typeof value === 'number' && Number.isInteger(value))
    throw outOfRange(name, 'exact: write numbers above 2^53 as bigint, such as 10n ** 18n', value);
  else throw wrongValue(name, 'a bigint, a whole number or decimal text', value);
  if (amount < 0n || amount >= 2n ** BigInt(bits)) throw outOfRange(name, `from 0 to 2^${bits} - 1`, value);
  return amount;
}

/** A block as JSON-RPC takes it. */
export function readBlock(value: BlockLike, name: string): BlockIdParam {
  if (TAGS.has(value)) return value as 'latest';
  if (typeof value === 'string' && HEX.test(value)) return { block_hash: value as Hex };
  if ((typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) || typeof value === 'bigint')
    return { block_number: Number(value) };
  throw wrongValue(
    name,
    "a block number, a block hash as '0x…' text, 'latest', 'pre_confirmed' or 'l1_accepted'",
    value,
  );
}

/** An error for a value of the wrong form. */
export const wrongValue = (name: string, expected: string, value: unknown): TypeError =>
  fromCaller(
    new TypeError(`${name} must be ${expected}, not ${isPromise(value) ? PROMISE : `${describeValue(value)}.`}`),
  );

const outOfRange = (name: string, expected: string, value: unknown): RangeError =>
  fromCaller(new RangeError(`${name} must be ${expected}; ${describeValue(value)} is not.`));

/** A value as a message shows it. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null)
    return 'address' in value ? 'an object (its `address` may be meant)' : 'an object';
  return String(value);
}
