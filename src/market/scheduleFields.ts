// Readers of the values in a schedule. Each names the place of a value that is wrong.
import { isObject, type Json, type JsonObject, WrittenNumber } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { limits } from '../protocol/limits.ts';
import { unknownMember } from '../text/unknownMember.ts';
import { WHOLE_NUMBER_FORMS, wholeNumber } from '../text/wholeNumber.ts';
import type { ByBlock } from './priceSchedule.ts';

/** A schedule that cannot be read. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

const SHOWN = 80;
const MAX_DIGITS = 100;
const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : writeJson(value).slice(0, SHOWN));

export const wrong = (place: string, value: Json | undefined, expected: string): ScheduleError =>
  new ScheduleError(`${place}: expected ${expected}, and not ${shown(value)}`);

/** An object with no members but these. */
export function members(value: Json, place: string, names: readonly string[]): JsonObject {
  if (!isObject(value)) throw wrong(place, value, `an object of ${names.join(', ')}`);
  const unknown = unknownMember(value, names, `${place}.`);
  if (unknown !== undefined) throw new ScheduleError(unknown);
  return value;
}

/** Reads a whole number between two others. */
export function natural(value: Json | undefined, place: string, least: bigint, most: bigint): bigint {
  const range = `a whole number from ${least} to ${most >= 2n ** 53n ? '2^128 - 1' : most}`;
  const read = exact(value);
  if (read === undefined)
    throw wrong(place, value, typeof value === 'string' ? `${range} (${WHOLE_NUMBER_FORMS})` : range);
  if (read < least || read > most) throw wrong(place, value, range);
  return read;
}

function exact(value: Json | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  const text = value instanceof WrittenNumber ? value.text : value;
  return typeof text === 'string' && text.length <= MAX_DIGITS ? wholeNumber(text) : undefined;
}

/** The number of a block. */
export const blockNumber = (value: Json | undefined, place: string): number =>
  Number(natural(value, place, 0n, BigInt(Number.MAX_SAFE_INTEGER)));

const U128 = 2n ** 128n - 1n;

/** A price, or another amount that is not zero. */
export const positive = (value: Json | undefined, place: string): bigint => natural(value, place, 1n, U128);

/** An amount of gas. */
export const gasAmount = (value: Json | undefined, place: string): bigint => natural(value, place, 0n, U128);

const DECIMAL = /^(\d{1,20})(?:\.(\d{1,18}))?$/;

/** A price in dollars, such as `0.05`, in 10^-18 dollars; null if the oracle fails. */
export function dollars(value: Json | undefined, place: string): bigint | undefined {
  if (value === null) return undefined;
  const text = value instanceof WrittenNumber ? value.text : typeof value === 'string' ? value : String(value);
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined)
    throw wrong(place, value, 'dollars with up to 18 decimals, such as "0.05", or null if the oracle fails');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

/** What `dollars` reads. */
export function writeDollars(atto: bigint | undefined): string | null {
  if (atto === undefined) return null;
  const digits = atto.toString().padStart(19, '0');
  const fraction = digits.slice(-18).replace(/0+$/, '');
  return digits.slice(0, -18) + (fraction && `.${fraction}`);
}

/** A list of values from given blocks on, in any order. */
export function byBlock<T>(
  value: Json,
  place: string,
  names: readonly string[],
  read: (item: JsonObject, place: string) => T,
): ByBlock<T> {
  if (!Array.isArray(value)) throw wrong(place, value, 'a list');
  if (value.length > limits.scheduledPrices)
    throw new ScheduleError(`${place} has ${value.length} items, and may have at most ${limits.scheduledPrices}`);
  const items = value.map((item: Json, i) => {
    const at = `${place}[${i}]`;
    const object = members(item, at, ['block', ...names]);
    return { block: blockNumber(object.block, `${at}.block`), value: read(object, at) };
  });
  items.sort((a, b) => a.block - b.block);
  const twice = items.find(({ block }, i) => items[i + 1]?.block === block);
  if (twice) throw new ScheduleError(`${place}: block ${twice.block} is given twice`);
  return items;
}

/** One value from the first block on, or a list of values by block. */
export function oneOrByBlock<T>(
  value: Json,
  place: string,
  read: (value: Json | undefined, place: string) => T,
): ByBlock<T> {
  if (!Array.isArray(value)) return [{ block: 0, value: read(value, place) }];
  return byBlock(value, place, ['value'], (item, at) => read(item.value, `${at}.value`));
}
