import { P } from '../../felt/felt.ts';

/** Powers and field constants that many libfuncs use. */
export const U64 = 2n ** 64n;
export const U128 = 2n ** 128n;
export const HALF = (P + 1n) / 2n;
/** The constant of the Stark curve's equation y^2 = x^3 + x + beta. */
export const BETA = 0x6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89n;

/** How `value` is split into x * scalar + y with x up to `maxX`: the scalar, and y at x = maxX. */
export interface Split {
  readonly maxX: bigint;
  readonly scalar: bigint;
  readonly rest: bigint;
}

/** A split whose x needs only a range check. */
export const wideSplit = (value: bigint): Split => split(value, U128 - 1n);

/** A split whose x must be less than the largest value that passes a range check. */
export const narrowSplit = (value: bigint): Split => split(value, U128 - 2n);

function split(value: bigint, maxX: bigint): Split {
  return { maxX, scalar: value / maxX, rest: value % maxX };
}
