import type { Felt } from '../../felt/felt.ts';
import { shiftPointer } from '../cells.ts';
import { VmError } from '../vmError.ts';
import { smallArcs } from './arithmetic.ts';
import type { CoreHint } from './coreHint.ts';
import type { HintHost } from './hintHost.ts';
import { addressOf, bufferOfOperand, feltOfOperand } from './operand.ts';

function excludedArc(host: HintHost): number {
  if (host.scope.excludedArc === undefined)
    throw new VmError('Variable excluded_arc not present in current execution scope');
  return host.scope.excludedArc;
}

const isNotExcluded =
  (arc: number): CoreHint =>
  (host, _, [flag]) =>
    host.set(addressOf(host, flag!), (excludedArc(host) !== arc ? 1n : 0n) as Felt);

/** Hints that prove a <= b in the field. */
export const COMPARISON_HINTS = {
  AssertLeFindSmallArcs(host, [rangeCheck, a, b]) {
    const { excluded, parts } = smallArcs(feltOfOperand(host, a!), feltOfOperand(host, b!));
    host.scope.excludedArc = excluded;
    const start = bufferOfOperand(host, rangeCheck!);
    parts.forEach((part, i) => void host.set(shiftPointer(start, i), part));
  },
  AssertLeIsFirstArcExcluded: isNotExcluded(0),
  AssertLeIsSecondArcExcluded: isNotExcluded(1),
} as const satisfies Record<string, CoreHint>;
