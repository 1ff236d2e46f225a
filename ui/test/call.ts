import type { Call } from '../src/data/explanations/explanation.ts';

/** A call of an explanation that returned, and did nothing but what `parts` says. */
export const call = (parts: Partial<Call>): Call =>
  ({
    end: 'RETURNED',
    gas: 0,
    steps: null,
    function_name: null,
    arguments: null,
    calls: [],
    events: [],
    prints: [],
    sequence: [],
    ...parts,
  }) as unknown as Call;
