import type { Felt } from '../../felt/felt.ts';
import { shiftPointer } from '../cells.ts';
import { VmError } from '../vmError.ts';
import { smallArcs } from './arithmetic.ts';
import type { CoreHintRules } from './coreHint.ts';
import type { HintHost } from './hintHost.ts';
import { addressOf, bufferOfOperand, feltOfOperand } from './operand.ts';

function excludedArc(host: HintHost): number {
  if (host.scope.excludedArc === undefined)
    throw new VmError('Variable excluded_arc not present in current execution scope');
  return host.scope.excludedArc;
}

const isNotExcluded = (arc: number, out: string): CoreHintRules => ({
  ins: [],
  outs: [out],
  run(host, _, [flag]) {
    host.set(addressOf(host, flag!), (excludedArc(host) !== arc ? 1n : 0n) as Felt);
  },
});

/** Hints that prove a <= b in the field. */
export const COMPARISON_HINTS = {
  AssertLeFindSmallArcs: {
    ins: ['range_check_ptr', 'a', 'b'],
    outs: [],
    run(host, [rangeCheck, a, b]) {
      const { excluded, parts } = smallArcs(feltOfOperand(host, a!), feltOfOperand(host, b!));
      host.scope.excludedArc = excluded;
      const start = bufferOfOperand(host, rangeCheck!);
      parts.forEach((part, i) => void host.set(shiftPointer(start, i), part));
    },
  },
  AssertLeIsFirstArcExcluded: isNotExcluded(0, 'skip_exclude_a_flag'),
  AssertLeIsSecondArcExcluded: isNotExcluded(1, 'skip_exclude_b_minus_a'),
} as const satisfies Record<string, CoreHintRules>;
