// Readers of option values. Each throws an error with the reason, and the caller adds the name of the option.
import type { BlockGeneration } from '../chain/config.ts';
import { type Felt, parseFelt } from '../felt/felt.ts';
import { JsonError } from '../json/json.ts';
import { parseJson } from '../json/parseJson.ts';
import type { PriceSchedule } from '../market/priceSchedule.ts';
import { readSchedule } from '../market/readSchedule.ts';
import { ScheduleError } from '../market/scheduleFields.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import { protocolNamed, protocolNames } from '../protocol/versions.ts';
import { isRecordPlace } from '../rpc/record/recordPlace.ts';
import { WHOLE_NUMBER_FORMS, wholeNumber } from '../text/wholeNumber.ts';

/**
 * Why a value is wrong, in the words of starknet-devnet, which programs that start the command may look for. `words` lists the values that
 * are allowed. `plain` says what is expected in the words of TypeScript, for the library.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  readonly words: readonly string[] | undefined;
  readonly plain: string | undefined;
  constructor(reason: string, words?: readonly string[], plain?: string) {
    super(reason);
    this.words = words;
    this.plain = plain;
  }
}

/** A whole number that is wrong. */
const wrongNumber = (reason: string, range: string): ValueError =>
  new ValueError(reason, undefined, `expected a whole number ${range}`);

/** The words that a reader accepts, if it accepts only words. */
export function wordsOf({ read }: { readonly read: (text: string) => unknown }): readonly string[] | undefined {
  try {
    read('\0');
  } catch (error) {
    if (error instanceof ValueError) return error.words;
  }
  return undefined;
}

/** An unsigned number below 2^bits. */
export function integer(bits: number): (text: string) => bigint {
  const end = 1n << BigInt(bits);
  const wrong = (reason: string) => wrongNumber(reason, `from 0 to 2^${bits} - 1`);
  return (text) => {
    if (text === '') throw wrong('cannot parse integer from empty string');
    const value = wholeNumber(text);
    if (value === undefined) throw wrong(`invalid digit found in string; ${WHOLE_NUMBER_FORMS}`);
    if (value >= end) throw wrong('number too large to fit in target type');
    return value;
  };
}

/** An unsigned number of up to 64 bits, as a JavaScript number. */
export const count = (text: string): number => Number(integer(64)(text));

/** A small unsigned number. The error message names the range. */
export function range(min: number, max: number): (text: string) => number {
  const wrong = (reason: string) => wrongNumber(reason, `from ${min} to ${max}`);
  return (text) => {
    if (!/^[+-]?\d+$/.test(text))
      throw wrong(text === '' ? 'cannot parse integer from empty string' : 'invalid digit found in string');
    const value = Number(text);
    if (!(value >= min && value <= max)) throw wrong(`${text} is not in ${min}..=${max}`);
    return value;
  };
}

/** A price: unsigned, 128 bits, not zero. */
export function price(text: string): bigint {
  const value = integer(128)(text);
  if (value === 0n) throw wrongNumber('number would be zero for non-zero type', 'from 1 to 2^128 - 1');
  return value;
}

/** A balance: an unsigned number of up to 256 bits. */
export const balance = integer(256);

/** One of a few words. */
export function word<const W extends string>(...words: readonly W[]): (text: string) => W {
  return (text) => {
    if (!(words as readonly string[]).includes(text)) throw new ValueError('', words);
    return text as W;
  };
}

/** An IPv4 address, or localhost, which stands for 127.0.0.1. */
export function host(text: string): string {
  if (text.toLowerCase() === 'localhost') return '127.0.0.1';
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    throw new ValueError('invalid IPv4 address syntax');
  return text;
}

/** A chain's name: MAINNET and TESTNET stand for the public networks. */
export function chainId(text: string): string {
  const name = text.toUpperCase();
  if (name === 'MAINNET') return 'SN_MAIN';
  if (name === 'TESTNET') return 'SN_SEPOLIA';
  for (const char of name)
    if (char.charCodeAt(0) > 127) throw new ValueError('Cairo string can only contain ASCII characters');
  if (name.length > 31)
    throw new ValueError('Value is out of range: short string exceeds maximum length of 31 characters');
  return name;
}

/** Whether something is on. */
export const trueOrFalse = (text: string): boolean => readTruth(text) === 'true';
const readTruth = word('true', 'false');

/** When blocks are made: a word, seconds, or the word for a mempool with seconds. */
export function blockGeneration(text: string): BlockGeneration {
  if (text === 'transaction' || text === 'demand' || text === 'mempool') return text;
  const [, prefix, digits] = /^(mempool:)?(\d{1,9})$/.exec(text) ?? [];
  const seconds = Number(digits ?? 0);
  // Timers of JavaScript are limited to 24 days.
  if (seconds <= 0 || seconds > 2_000_000)
    throw new ValueError(
      "error: one of the values isn't valid for an argument. It takes transaction, demand, mempool, an interval from 1 to 2000000 seconds, or mempool: and such an interval",
      undefined,
      "expected 'transaction', 'demand', 'mempool', a number of seconds from 1 to 2000000, or 'mempool:' and such a number",
    );
  return prefix === undefined ? { intervalSeconds: seconds } : { mempoolSeconds: seconds };
}

/** A protocol version by its name. */
export function protocolVersion(text: string): ProtocolConstants {
  const found = protocolNamed(text);
  if (!found) throw new ValueError('', protocolNames);
  return found;
}

/** A schedule of gas prices: a word, or JSON. */
export function priceSchedule(text: string): PriceSchedule {
  try {
    return readSchedule(/^\s*[{[]/.test(text) ? parseJson(text, sourceLimits.fileJson) : text);
  } catch (error) {
    if (error instanceof ScheduleError || error instanceof JsonError) throw new ValueError(error.message);
    throw error;
  }
}

/** The absolute URL of an origin node. */
export function url(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/(?:[/?#]|$)/i.test(text)) throw new ValueError('empty host');
  if (!URL.canParse(text)) throw new ValueError('relative URL without a base');
  return new URL(text).href;
}

/** The URL of an origin node, or the path of a record of one. */
export const originPlace = (text: string): string => (isRecordPlace(text) ? text : url(text));

/** The URL of an L1 node, or an L1 in this process: the mock, or an EVM. */
export const l1Url = (text: string): string => (text === 'mock' || text === 'evm' ? text : url(text));

/** Any text. */
export const anything = (text: string) => text;

/** A contract name and the address of a contract: `Token=0x123`. */
export function watchedContract(text: string): { readonly name: string; readonly address: Felt } {
  const [, name, address] = /^([\w:]+)=(.+)$/.exec(text) ?? [];
  const felt = parseFelt(address);
  if (name === undefined || felt === undefined)
    throw new ValueError('expected a contract name and an address, such as Token=0x123');
  return { name, address: felt };
}
