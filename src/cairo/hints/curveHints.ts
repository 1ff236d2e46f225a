import { type Felt, reduce } from '../../felt/felt.ts';
import { sqrtFelt } from '../../felt/field.ts';
import { startPoint } from '../../felt/stark.ts';
import type { CoreHint } from './coreHint.ts';
import { addressOf, feltOfOperand } from './operand.ts';

/** Hints about the field and the Stark curve. */
export const CURVE_HINTS = {
  RandomEcPoint(host, _, [x, y]) {
    host.set(addressOf(host, x!), startPoint.x as Felt);
    host.set(addressOf(host, y!), startPoint.y as Felt);
  },
  FieldSqrt(host, [value], [root]) {
    const felt = feltOfOperand(host, value!);
    // 3 is not a square, so either a felt or 3 times the felt is a square (or both are zero).
    host.set(addressOf(host, root!), sqrtFelt(felt) ?? sqrtFelt(reduce(3n * felt))!);
  },
} as const satisfies Record<string, CoreHint>;
