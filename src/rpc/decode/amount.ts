import { WrittenNumber } from '../../json/json.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { type Decoder, wrongType } from './decoder.ts';

// Beyond this no token could hold it, and the digits themselves would be a burden.
const MAX = 1n << 384n;
const MAX_DIGITS = 120;

/** An amount: a JSON number of any form that is not negative, its fraction cut off. */
export const amount: Decoder<bigint> = (value) => {
  if (typeof value === 'number' || typeof value === 'bigint') return checked(BigInt(value));
  if (value instanceof WrittenNumber) return checked(integerPart(value.text));
  throw wrongType(value, 'a JSON number');
};

function checked(number: bigint): bigint {
  if (number < 0n) throw invalidParams('invalid digit found in string');
  if (number >= MAX) throw invalidParams('the amount is larger than any token can hold');
  return number;
}

// 1.29e1 is 12: exact, since it works on digits.
function integerPart(text: string): bigint {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text)!;
  if (sign) throw invalidParams('invalid digit found in string');
  const point = whole!.length + Number(exponent);
  const digits = whole! + fraction;
  if (/^0*$/.test(digits) || point <= 0) return 0n;
  if (point > MAX_DIGITS + digits.length - digits.replace(/^0+/, '').length) return MAX;
  return BigInt(digits.slice(0, point).padEnd(point, '0'));
}
