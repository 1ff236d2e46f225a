import { FaultError } from '../../../faults/faultError.ts';
import type { FaultRule } from '../../../faults/faultRule.ts';
import { readFaultRules, readSeed } from '../../../faults/readFaults.ts';
import { limits } from '../../../protocol/limits.ts';
import { decoder, optional, struct } from '../../decode/decoder.ts';
import { formatFaults } from '../../format/faults.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

/** A rule that cannot be used is an error of the parameters. */
function throwAsInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FaultError ? invalidParams(error.message) : error;
  }
}

const rules = decoder<readonly FaultRule[], readonly FaultRule[]>(
  'rules of faults',
  () => Array.from({ length: limits.faultRules }, () => ({ fault: 'delay', milliseconds: 0, at: points })),
  (value) => throwAsInvalid(() => readFaultRules(value, 'rules')),
);
const points = Array.from({ length: limits.faultPoints }, (_, i) => i + 1);
const seed = decoder<number, number>('whole number below 2^32', 2 ** 32 - 1, (value) =>
  throwAsInvalid(() => readSeed(value)),
);

const params = struct('SetFaults', { rules, seed: optional(seed) });

export const setFaults = method({
  name: 'setFaults',
  group: 'sandbox',
  summary:
    'Sets the rules by which requests and notifications of clients go wrong from now on, as faults.md describes them, and counts from the start; an empty list ends all faults. Controls are never disturbed. Neither dumps nor snapshots have them.',
  kind: 'read',
  params,
  restricted: 'hidden',
  run: ({ faults }, { rules, seed = 0 }) => {
    throwAsInvalid(() => faults.set({ seed, rules }));
    return formatFaults(faults);
  },
});
