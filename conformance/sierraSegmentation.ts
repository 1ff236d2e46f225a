import type { SegmentLengths } from '../src/cairo/casm.ts';
import { functionStarts, segmentLengths } from '../src/sierra/class/segmentLengths.ts';
import { compileProgram, programLines } from '../src/sierra/compileProgram.ts';
import { SierraError } from '../src/sierra/sierraError.ts';
import { parseProgram } from '../test/support/sierraText/parseProgram.ts';
import type { Area } from './area.ts';
import { corpusJson } from './sierraCorpus.ts';

interface SegmentationCase {
  readonly name: string;
  readonly sierra: string;
  readonly cairo_program: string;
  readonly function_segments: string;
  readonly bytecode_lengths: string;
}

/** How the bytecode of programs is split into segments: function starts, lengths, and the code around them. */
export const sierraSegmentation: Area = {
  name: 'sierra-segmentation',
  async *run(shared) {
    const { cases } = corpusJson<{ cases: readonly SegmentationCase[] }>(shared, 'libfuncs/segmentation.json');
    for (const expected of cases) {
      const ours = segment(expected.sierra);
      const wrong = (['function_segments', 'cairo_program', 'bytecode_lengths'] as const).find(
        (field) => ours[field] !== expected[field].trim(),
      );
      yield wrong === undefined
        ? { id: expected.name, outcome: 'equal' }
        : { id: expected.name, outcome: 'different', detail: `${wrong}: ${ours[wrong]}, not ${expected[wrong]}` };
    }
  },
};

function segment(sierra: string): Record<'function_segments' | 'cairo_program' | 'bytecode_lengths', string> {
  const program = parseProgram(sierra);
  const failed = 'Casm compilation failed.';
  const starts = attempt(() => `Ok([${functionStarts(program).join(', ')}])`);
  try {
    const compiled = compileProgram(program);
    return {
      function_segments: starts,
      cairo_program: programLines(compiled).join('\n'),
      bytecode_lengths: attempt(() => `Ok(${tree(segmentLengths(compiled))})`),
    };
  } catch (error) {
    if (!(error instanceof SierraError)) throw error;
    return { function_segments: starts, cairo_program: failed, bytecode_lengths: failed };
  }
}

function attempt(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof SierraError && error.message === 'Jump outside of function boundaries.')
      return `Err(JumpOutsideFunction(StatementIdx(${error.statement})))`;
    throw error;
  }
}

const tree = (lengths: SegmentLengths): string =>
  typeof lengths === 'number' ? `Leaf(${lengths})` : `Node([${lengths.map(tree).join(', ')}])`;
