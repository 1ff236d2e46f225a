// Quotients modulo the Stark curve's order, several by one divisor.
import { isZero } from './field';
import { enter, exit, INVERSE_30, MODULUS, mul } from './fieldOrder.generated';
import { invertModulo } from './inverse';

const divisor: usize = memory.data(40, 8);
const e: usize = memory.data(40, 8);

/** out = a modulo the order, for four words below 2^256. */
export function reduceScalar(out: usize, a: usize): void {
  enter(e, a);
  exit(out, e);
}

/** Sets what the next quotients are divided by, and gives its inverse, four words; false when it has none. */
export function divideBy(inverse: usize, a: usize): bool {
  reduceScalar(inverse, a);
  if (isZero(inverse)) return false;
  invertModulo(inverse, inverse, MODULUS, INVERSE_30);
  enter(divisor, inverse);
  return true;
}

/** out = a / the divisor. */
export function quotient(out: usize, a: usize): void {
  enter(e, a);
  mul(e, e, divisor);
  exit(out, e);
}
