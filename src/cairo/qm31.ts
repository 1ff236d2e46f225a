import type { Felt } from '../felt/felt.ts';
import { mod } from '../felt/plain/modular.ts';
import { formatCell, isFelt } from './cells.ts';
import type { Cell } from './machine.ts';
import { invertMod } from './modular.ts';
import { VmError } from './vmError.ts';

// QM31 is the degree-4 extension of the field of 2^31 - 1. An element is packed into one felt, with 36 bits for each coefficient:
// (a + b·i) + (c + d·i)·u with i² = -1 and u² = 2 + i.
const M31 = 2n ** 31n - 1n;
const WORD = 36n;
const MASK = (1n << WORD) - 1n;
type Coefficients = readonly [bigint, bigint, bigint, bigint];

function unpack(value: Felt): Coefficients {
  const word = (i: bigint) => (value >> (WORD * i)) & MASK;
  const all = [word(0n), word(1n), word(2n), word(3n)] as const;
  if (value >> (WORD * 4n) !== 0n || all.some((coefficient) => coefficient >= M31))
    throw new VmError(`Number is not a packing of a QM31 in reduced form: ${value})`);
  return all;
}

const pack = (value: Coefficients): Felt =>
  value.reduce((sum, coefficient, i) => sum | (mod(coefficient, M31) << (WORD * BigInt(i))), 0n) as Felt;

const multiply = ([a, b, c, d]: Coefficients, [e, f, g, h]: Coefficients): Coefficients => [
  a * e - b * f + 2n * (c * g - d * h) - (c * h + d * g),
  a * f + b * e + 2n * (c * h + d * g) + (c * g - d * h),
  a * g - b * h + c * e - d * f,
  a * h + b * g + c * f + d * e,
];

function invert([a, b, c, d]: Coefficients): Coefficients {
  // 1/(x + y·u) = (x - y·u) / (x² - (2 + i)·y²), and the denominator is a complex number.
  const squareReal = c * c - d * d;
  const squareImaginary = 2n * c * d;
  const real = a * a - b * b - (2n * squareReal - squareImaginary);
  const imaginary = 2n * a * b - (2n * squareImaginary + squareReal);
  const norm = invertMod(real * real + imaginary * imaginary, M31);
  if (norm === undefined) throw new VmError('Attempted to divide by zero');
  return multiply([a, b, -c, -d], [real * norm, -imaginary * norm, 0n, 0n]);
}

const refuse = (verb: string, a: Cell, b: Cell): never => {
  throw new VmError(`Operation failed: ${formatCell(a)} - ${formatCell(b)}, can't ${verb} as a QM31 element`);
};

export function addQm31(a: Cell, b: Cell): Felt {
  if (!isFelt(a) || !isFelt(b)) return refuse('add a relocatable value', a, b);
  const [x, y] = [unpack(a), unpack(b)];
  return pack([x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3]]);
}

export function subQm31(a: Cell, b: Cell): Felt {
  if (!isFelt(a) || !isFelt(b)) return refuse('subtract a relocatable value or from a relocatable value', a, b);
  const [x, y] = [unpack(a), unpack(b)];
  return pack([x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3]]);
}

export const mulQm31 = (a: Felt, b: Felt): Felt => pack(multiply(unpack(a), unpack(b)));

export function divQm31(a: Felt, b: Felt): Felt {
  const [x, y] = [unpack(a), unpack(b)];
  return pack(multiply(x, invert(y)));
}
