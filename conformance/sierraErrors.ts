import { compileProgram } from '../src/sierra/compileProgram.ts';
import { SierraError } from '../src/sierra/sierraError.ts';
import { parseProgram } from '../test/support/sierraText/parseProgram.ts';
import type { Area } from './area.ts';
import { corpusJson } from './sierraCorpus.ts';

interface ErrorCase {
  readonly name: string;
  readonly sierra: string;
  readonly error: string;
}

/** The size limits of some cases, in words. */
const MAX_SIZES: Readonly<Record<string, number>> = {
  'Code size too large': 2,
  'Code size too large from consts': 3,
  'Code size too large from consts multi segment': 4,
};

/** Programs that must be refused with the same message, which names the stage and the libfunc, type or statement. */
export const sierraErrors: Area = {
  name: 'sierra-errors',
  async *run(shared) {
    const { cases } = corpusJson<{ cases: readonly ErrorCase[] }>(shared, 'libfuncs/errors.json');
    for (const { name: id, sierra, error: expected } of cases) {
      const detail = refusal(sierra, {
        // Only the cases about coupons were recorded with gas, because they need costs.
        gasUsageCheck: id.includes('coupon'),
        maxSize: MAX_SIZES[id] ?? 0x7fffffff,
      });
      yield detail === expected
        ? { id, outcome: 'equal' }
        : { id, outcome: 'different', detail: `${detail}, not ${expected}` };
    }
  },
};

function refusal(sierra: string, options: { gasUsageCheck: boolean; maxSize: number }): string {
  try {
    compileProgram(parseProgram(sierra), options);
    return 'accepted';
  } catch (error) {
    if (error instanceof SierraError) return error.message;
    return `crash: ${(error as Error).stack}`;
  }
}
