import type { Felt } from '../felt.ts';
import { addPoints, multiplyPoint, type Point } from './curve.ts';
import { pedersenPoints, starkCurve } from './curves.ts';

const LOW_BITS = 2n ** 248n;

/** The x of shift + a.low * P1 + a.high * P2 + b.low * P3 + b.high * P4, where low is the lower 248 bits. */
export function pedersen(a: Felt, b: Felt): Felt {
  const [shift, ...bases] = pedersenPoints;
  let sum: Point = shift;
  for (const [i, part] of [a % LOW_BITS, a / LOW_BITS, b % LOW_BITS, b / LOW_BITS].entries())
    sum = addPoints(starkCurve, sum, multiplyPoint(starkCurve, bases[i]!, part));
  return sum.x as Felt;
}

/** The chain pedersen(...pedersen(pedersen(start, felts[0]), felts[1])..., felts[n - 1]). */
export function pedersenChain(start: Felt, felts: readonly Felt[]): Felt {
  return felts.reduce(pedersen, start);
}
