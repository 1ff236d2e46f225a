// Numbers and hex texts as people write them in calls.
import { type Felt, FeltError, feltOfAscii, formatFelt, P } from '../felt/felt.ts';
import { isPromise, PROMISE } from '../text/givenPromise.ts';
import { AbiError } from './abiError.ts';
import type { AbiType } from './abiType.ts';
import { shortStringOf } from './panicData.ts';

/** A number as hex text. */
export type Hex = `0x${string}`;

const HEX = /^0x[0-9a-fA-F]{1,128}$/;
const DECIMAL = /^-?[0-9]{1,160}$/;

/** The number of a hex text or bigint; undefined for anything else. */
export function readHex(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' && HEX.test(value) ? BigInt(value) : undefined;
}

/** The number of a bigint, a safe integer, decimal text or hex text; undefined for anything else. */
export function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && DECIMAL.test(value) ? BigInt(value) : readHex(value);
}

/** The canonical hex text of a felt. */
export const hexOf = (felt: Felt): Hex => formatFelt(felt) as Hex;

/** Felts that a client or a node gave, as hex or bigint; throws an AbiError for what is none. */
export function readFelts(values: readonly (Hex | bigint | string)[], what: string): Felt[] {
  return values.map((value, i) => {
    const felt = readHex(value);
    if (felt === undefined || felt < 0n || felt >= P)
      throw new AbiError(`${what}[${i}]: expected a felt (0x… text or bigint), got ${valueText(value)}`);
    return felt as Felt;
  });
}

/**
 * The felt of a Cairo short string: at most 31 ASCII characters. A felt252 argument does not take text by itself, since
 * `'10'` could mean the number or the short string.
 *
 * @example
 * shortString('hello'); // '0x68656c6c6f'
 */
export function shortString(text: string): Hex {
  try {
    return hexOf(feltOfAscii(text));
  } catch (error) {
    throw error instanceof FeltError ? new AbiError(error.message) : error;
  }
}

/**
 * The text of a short string; undefined when the felt is none.
 *
 * @example
 * readShortString('0x68656c6c6f'); // 'hello'
 */
export function readShortString(felt: Hex | bigint): string | undefined {
  const [value] = readFelts([felt], 'short string');
  return value === 0n ? '' : shortStringOf(value!);
}

/** A value of a caller in an error message: short and on one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value).slice(1, -1);
    return `'${text.replaceAll('\\"', '"')}'`;
  }
  if (typeof value === 'bigint') return `${cut(value.toString())}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (isPromise(value)) return PROMISE;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with ${listText(keys, (key) => key)}`;
}

const MAX_LISTED = 20;

/** A list in an error message: an ABI may have any number of names, of any length. */
export function listText<T>(list: readonly T[], text: (item: T) => string): string {
  const items = list.slice(0, MAX_LISTED).map((item) => cut(text(item)));
  return `${items.join(', ')}${list.length > MAX_LISTED ? ', …' : ''}`;
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** What a scalar type takes, for error messages. */
export function expectedOf(type: AbiType & { readonly kind: 'felt' | 'integer' | 'limbs' }): string {
  if (type.kind !== 'felt') return `${type.name} (bigint, number, or text of digits)`;
  if (type.name === 'felt252') return `felt252 (0x… text, bigint or number; shortString('…') for a short string)`;
  return `${type.name} (0x… text or bigint)`;
}
