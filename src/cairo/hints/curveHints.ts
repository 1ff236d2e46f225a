import { type Felt, reduce } from '../../felt/felt.ts';
import { sqrtFelt } from '../../felt/field.ts';
import { starkPointFromX } from '../../felt/stark.ts';
import type { CoreHintRules } from './coreHint.ts';
import { addressOf, feltOfOperand } from './operand.ts';

// The network draws a point at random; nothing that reaches a receipt depends on it, and a fixed one keeps runs repeatable.
const SOME_X = 1n as Felt;

/** Hints about the field and the Stark curve. */
export const CURVE_HINTS = {
  RandomEcPoint: {
    ins: [],
    outs: ['x', 'y'],
    run(host, _, [x, y]) {
      host.set(addressOf(host, x!), SOME_X);
      host.set(addressOf(host, y!), starkPointFromX(SOME_X, false)!.y as Felt);
    },
  },
  FieldSqrt: {
    ins: ['val'],
    outs: ['sqrt'],
    run(host, [value], [root]) {
      const felt = feltOfOperand(host, value!);
      // Three is no square: of a felt and its triple exactly one is (or both are zero).
      host.set(addressOf(host, root!), sqrtFelt(felt) ?? sqrtFelt(reduce(3n * felt))!);
    },
  },
} as const satisfies Record<string, CoreHintRules>;
