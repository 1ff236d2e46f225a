import { type Felt, reduce } from '../../felt/felt.ts';
import { sqrtFelt } from '../../felt/field.ts';
import { type Point, starkPointFromX } from '../../felt/stark.ts';
import type { CoreHint } from './coreHint.ts';
import { addressOf, feltOfOperand } from './operand.ts';

// The network draws a point at random; nothing that reaches a receipt depends on it, and a fixed one keeps runs repeatable.
// It must not be one that anybody meets: adding a point to itself is an error. So it starts from digits of e, not from 1.
let somePoint: Point | undefined;
function pointByChance(): Point {
  for (let x = 271828182845904523536028747135266249775724709369995957496696762772407663035n; !somePoint; x++)
    somePoint = starkPointFromX(x as Felt, false);
  return somePoint;
}

/** Hints about the field and the Stark curve. */
export const CURVE_HINTS = {
  RandomEcPoint(host, _, [x, y]) {
    const point = pointByChance();
    host.set(addressOf(host, x!), point.x as Felt);
    host.set(addressOf(host, y!), point.y as Felt);
  },
  FieldSqrt(host, [value], [root]) {
    const felt = feltOfOperand(host, value!);
    // Three is no square: of a felt and its triple exactly one is (or both are zero).
    host.set(addressOf(host, root!), sqrtFelt(felt) ?? sqrtFelt(reduce(3n * felt))!);
  },
} as const satisfies Record<string, CoreHint>;
