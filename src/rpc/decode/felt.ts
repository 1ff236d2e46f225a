import { type Felt, P, parseFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { parseKey } from '../../felt/parseKey.ts';
import type { Json } from '../../json/json.ts';
import { ethHex, hash256, hex, hexKey } from '../format/hex.ts';
import { invalidParams } from '../rpcError.ts';
import { type Decoder, decoder, describeJson, list, wrongType } from './decoder.ts';

/** A number on the wire: `0x` and hexadecimal digits. */
export type HexText = string;

/** A felt: 0x and up to 64 hexadecimal digits of any case, below the prime. */
export const felt = decoder<Felt, HexText>(
  'felt',
  hex(P - 1n),
  (value) => {
    if (typeof value !== 'string')
      throw invalidParams(
        `invalid type: ${describeJson(value)}, expected a 32 byte array ([u8;32]) or a hexadecimal string.`,
      );
    const parsed = parseFelt(value);
    // starknet-devnet says this of every text that is no felt. What is true of the others is our help.
    if (parsed === undefined) throw invalidParams("expected hex string to be prefixed by '0x'", feltFault(value));
    return parsed;
  },
  hex,
);

const END = 2n ** 251n;
const HEX = /^[0-9a-fA-F]*$/;

/** Why a text with the prefix is no felt; undefined if the prefix is what it lacks. */
function feltFault(text: string): string | undefined {
  if (!text.startsWith('0x')) return undefined;
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  const digits = text.slice(2);
  if (digits === '') return `${shown} has no digits behind 0x.`;
  if (digits.length > 64) return `${shown} has ${digits.length} digits; a felt has at most 64.`;
  if (!HEX.test(digits)) return `${shown} is not hexadecimal: only 0 to 9 and a to f may follow 0x.`;
  return `${shown} is too large: a felt is below 0x${P.toString(16)}.`;
}

const readAddress = (value: Json): Felt => {
  if (typeof value !== 'string') throw wrongType(value, 'a string');
  const wrong = (why: string) => invalidParams(`Conversion error: Error converting from hex string: ${why}`);
  const bad = (why: string) => wrong(`failed to create Felt from string: ${why}`);
  if (!value.startsWith('0x')) throw wrong(`Missing prefix 0x in ${value.slice(0, 80)}`);
  const digits = value.slice(2);
  if (digits === '' || !HEX.test(digits)) throw bad('invalid hex string');
  if (digits.length > 64) throw bad('hex string too big');
  const number = BigInt(value);
  if (number >= P) throw bad('representative out of range');
  if (number > END) throw invalidParams(`Out of range [0x0, 0x${END.toString(16)}).`);
  return number as Felt;
};

/** A contract's address: a felt that is at most 2^251. */
export const address = decoder<Felt, HexText>('address', hex(END), (value) => readAddress(value), hex);
/** A storage key, with the same bound. */
export const storageKey = decoder<Felt, HexText>('storage key', hex(END), (value) => readAddress(value), hex);

/** An unsigned number written in hexadecimal, with or without 0x. */
export const hexUnsigned = (bits: number) =>
  decoder<bigint, HexText>(`number below 2^${bits}, hexadecimal`, hex(2n ** BigInt(bits) - 1n), hexReader(bits), hex);

/** An unsigned number written in hexadecimal, with or without 0x, or as a JSON integer. */
export function hexOrPlain(bits: number): Decoder<bigint, HexText | number | bigint> {
  const end = 1n << BigInt(bits);
  const readHex = hexReader(bits);
  return decoder<bigint, HexText | number | bigint>(
    `number below 2^${bits}, hexadecimal or JSON`,
    hex(end - 1n),
    (value) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') return readHex(value);
      if (Number.isInteger(value) || typeof value === 'bigint') {
        const wide = BigInt(value);
        if (wide >= 0n && wide < end) return wide;
      }
      throw invalidParams('invalid number');
    },
    hex,
  );
}

function hexReader(bits: number): (value: Json) => bigint {
  const end = 1n << BigInt(bits);
  return (value) => {
    if (typeof value !== 'string') throw wrongType(value, 'a hexadecimal string');
    const digits = value.startsWith('0x') ? value.slice(2) : value;
    if (digits === '' || !HEX.test(digits)) throw invalidParams('invalid digit found in string');
    if (digits.length > 128) throw invalidParams('number too large to fit in target type');
    const number = BigInt(`0x${digits}`);
    if (number >= end) throw invalidParams('number too large to fit in target type');
    return number;
  };
}

/** A tip: 0x and at most 16 digits. */
export const tip = decoder<bigint, HexText>(
  'number below 2^64, hexadecimal',
  hex(2n ** 64n - 1n),
  (value) => {
    if (typeof value !== 'string') throw wrongType(value, 'a hexadecimal string');
    if (!/^0x[0-9a-fA-F]{1,16}$/.test(value))
      throw invalidParams(`a tip is 0x and at most 16 hexadecimal digits; got ${JSON.stringify(value.slice(0, 80))}`);
    return BigInt(value);
  },
  hex,
);

/** An Ethereum address: 40 digits, 0x optional. */
export const ethAddress = decoder<Felt, HexText>(
  'Ethereum address',
  `0x${'f'.repeat(40)}`,
  (value) => {
    if (typeof value !== 'string') throw wrongType(value, 'a string');
    const digits = value.startsWith('0x') ? value.slice(2) : value;
    if (digits.length !== 40 || !HEX.test(digits)) throw invalidParams('unexpected length for ETH address');
    return BigInt(`0x${digits}`) as Felt;
  },
  ethHex,
);

/** The hash of an L1 transaction: up to 256 bits, 0x optional, padded on the left. */
export const l1Hash = decoder<bigint, HexText>(
  'hash of 32 bytes',
  `0x${'f'.repeat(64)}`,
  (value) => {
    if (typeof value !== 'string') throw wrongType(value, 'a string');
    const digits = value.startsWith('0x') ? value.slice(2) : value;
    if (digits.length > 64) throw invalidParams('unexpected length for 256-bit hash');
    if (!HEX.test(digits)) throw invalidParams('invalid hex string for 256-bit hash');
    return BigInt(`0x${digits || '0'}`);
  },
  hash256,
);

/** The calldata of a transaction, or the payload of a message. */
export const calldata = list(felt, 'calldataFelts');

/** A felt that nothing computes with. */
export const feltKey = decoder<FeltKey, HexText>(
  'felt',
  hex(P - 1n),
  (value) => parseKey(value) ?? keyOf(felt(value)),
  hexKey,
);

/** The calldata of a call. */
export const callCalldata = list(feltKey, 'calldataFelts');
