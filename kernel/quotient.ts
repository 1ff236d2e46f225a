// Quotients modulo the Stark curve's order, several with the same divisor.
import { isZero } from './field';
import { fromMontgomery, INVERSE_30, MODULUS, mul, toMontgomery } from './fieldOrder.generated';
import { invertModulo } from './inverse';

const divisor: usize = memory.data(40, 8);
const e: usize = memory.data(40, 8);

/** out = a modulo the order, for four words below 2^256. */
export function reduceScalar(out: usize, a: usize): void {
  toMontgomery(e, a);
  fromMontgomery(out, e);
}

/** Sets the divisor of the next quotients and writes its inverse, four words. Returns false if it has none. */
export function divideBy(inverse: usize, a: usize): bool {
  reduceScalar(inverse, a);
  if (isZero(inverse)) return false;
  invertModulo(inverse, inverse, MODULUS, INVERSE_30);
  toMontgomery(divisor, inverse);
  return true;
}

/** out = a / the divisor. */
export function quotient(out: usize, a: usize): void {
  toMontgomery(e, a);
  mul(e, e, divisor);
  fromMontgomery(out, e);
}
