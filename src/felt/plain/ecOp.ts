import { addPoints, isInfinity, multiplyPoint, type Point, satisfies } from './curve.ts';
import { starkCurve, startPoint } from './curves.ts';

/** The result of P + m * Q in the EC builtin. */
export type EcOpOutcome =
  | { readonly kind: 'point'; readonly point: Point }
  | { readonly kind: 'notOnCurve'; readonly point: Point }
  /** The partial sum and the doubled point have the same x, and the builtin cannot add such points. */
  | { readonly kind: 'sameX'; readonly partialSum: Point; readonly doubled: Point };

/**
 * P + m * Q as the EC builtin computes it: one step for each bit of m, the lowest first. The two points of a step must have
 * different x. The start point stands for a point that the network draws at random; with that no step fails, so none fails here.
 */
export function ecOp(p: Point, q: Point, m: bigint): EcOpOutcome {
  for (const point of [p, q]) if (!satisfies(starkCurve, point)) return { kind: 'notOnCurve', point };
  if (p.x === startPoint.x && p.y === startPoint.y) {
    const point = addPoints(starkCurve, p, multiplyPoint(starkCurve, q, m));
    if (!isInfinity(point)) return { kind: 'point', point };
  }
  let partialSum = p;
  let doubled = q;
  for (let rest = m; rest > 0n; rest >>= 1n) {
    if (partialSum.x === doubled.x) return { kind: 'sameX', partialSum, doubled };
    if (rest & 1n) partialSum = addPoints(starkCurve, partialSum, doubled);
    doubled = addPoints(starkCurve, doubled, doubled);
  }
  return { kind: 'point', point: partialSum };
}
