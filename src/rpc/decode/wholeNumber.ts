import { type Felt, P } from '../../felt/felt.ts';
import { type Json, WrittenNumber } from '../../json/json.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { type LimitName, limits } from '../../protocol/limits.ts';
import { hex } from '../format/hex.ts';
import { invalidParams } from '../rpcError.ts';
import { type Decoder, decoder, describeJson, oneOf, shown } from './decoder.ts';
import { felt } from './felt.ts';

// A longer text is not worth converting.
const MAX_DIGITS = limits.numberDigits;

/** A number as clients write it: a JSON number, or a text of decimal or (after 0x) hexadecimal digits. */
export type NumberInput = number | bigint | string;

/**
 * A whole number below 2^bits as clients write it: a JSON number of any form, or a text of decimal or (after 0x)
 * hexadecimal digits, since JavaScript cannot write large JSON numbers. Errors name the field.
 */
export function wholeNumber(bits: number): Decoder<bigint, NumberInput> {
  return decoder<bigint, NumberInput>(
    `number below 2^${bits}`,
    (2n ** BigInt(bits) - 1n).toString(),
    numberReader(bits),
    jsonInteger,
  );
}

function numberReader(bits: number): (value: Json, field?: string) => bigint {
  const end = 1n << BigInt(bits);
  return (value, field = 'the number') => {
    const refuse = (why: string) => invalidParams(`${field}: ${shown(value)} ${why}`);
    const read = readNumber(value);
    switch (read) {
      case 'other type':
        throw invalidParams(`${field}: invalid type: ${describeJson(value)}, expected a whole number`);
      case 'other text':
        throw refuse(
          'is not a number: give a JSON number, or a text of decimal digits or of 0x and hexadecimal digits',
        );
      case 'fraction':
        throw refuse('is not a whole number');
      case 'large':
        throw refuse(`is too large: it must be below 2^${bits}`);
    }
    if (read < 0n) throw refuse('is negative');
    if (read >= end) throw refuse(`is too large: it must be below 2^${bits}`);
    return read;
  };
}

/** An amount of a token. */
export const amount = wholeNumber(256);

/** The smallest units of the two fee tokens. */
export const unit = oneOf('WEI', 'FRI');

/** A felt that counts something: also as a decimal text or a JSON number. */
export const countingFelt = decoder<Felt, NumberInput>(
  'felt, or a number',
  hex(P - 1n),
  (value, field) => {
    if (typeof value === 'string' && !/^-?[\d.]+$/.test(value)) return felt(value);
    const number = below252(value, field);
    if (number >= P) throw invalidParams(`${field}: ${shown(value)} is too large: it must be a felt`);
    return number as Felt;
  },
  hex,
);
const below252 = numberReader(252);

/** The number of a JSON value, or what is wrong with it. */
export function readNumber(value: Json): bigint | 'other type' | 'other text' | 'fraction' | 'large' {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : 'fraction';
  if (value instanceof WrittenNumber) return readWritten(value.text);
  if (typeof value !== 'string') return 'other type';
  const [, sign, digits] = /^(-?)(\d+|0x[\da-f]+)$/i.exec(value.slice(0, MAX_DIGITS + 10)) ?? [];
  if (digits === undefined) return /^-?\d+\.\d+$/.test(value) ? 'fraction' : 'other text';
  if (digits.length > MAX_DIGITS) return 'large';
  return sign ? -BigInt(digits) : BigInt(digits);
}

/** A number with a fraction or an exponent: 1.50e1 is 15. It works on digits, so it is exact. */
function readWritten(text: string): bigint | 'fraction' | 'large' {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text)!;
  const digits = (whole! + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  // Digits before the decimal point, once the exponent has moved it.
  const point = digits.length - fraction.length + Number(exponent);
  if (point < significant.length) return 'fraction';
  if (point > MAX_DIGITS) return 'large';
  const number = BigInt(significant.padEnd(point, '0'));
  return sign ? -number : number;
}

/** A position in a list, or the number of a block. */
export const index = decoder<number, NumberInput>('number below 2^31', 2 ** 31 - 1, (value, field) =>
  Number(below31(value, field)),
);
const below31 = numberReader(31);

/** How many of something: from 1 to a limit. */
export function countUpTo(limit: LimitName): Decoder<number, NumberInput> {
  const most = limits[limit];
  return decoder<number, NumberInput>(`number from 1 to ${most}`, most, (value, field = 'the number') => {
    const count = Number(below31(value, field));
    if (count < 1 || count > most)
      throw invalidParams(`${field}: ${shown(value)} is out of range: it must be from 1 to ${most}`);
    return count;
  });
}
