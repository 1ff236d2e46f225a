// The Stark curve's equation, y^2 = x^3 + x + beta.
import { add, carry, isZero, mul, square, sub, toMontgomery } from './fieldStark.generated';
import { BETA } from './starkPoints.generated';

const t: usize = memory.data(80, 8);

/** x^3 + x + beta for an element, carried. */
export function curveRight(out: usize, x: usize): void {
  toMontgomery(t, BETA);
  square(t + 40, x);
  mul(t + 40, t + 40, x);
  add(t, t, t + 40);
  add(t, t, x);
  carry(out, t);
}

/** Whether an affine point is on the curve. */
export function onCurve(point: usize): bool {
  curveRight(t, point);
  square(t + 40, point + 40);
  sub(t, t, t + 40);
  return isZero(t);
}
