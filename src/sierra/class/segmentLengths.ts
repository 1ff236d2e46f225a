import type { SegmentLengths } from '../../cairo/casm.ts';
import type { CompiledProgram } from '../compileProgram.ts';
import { type Program, targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';

/** The first statement of each function, ascending; every branch must stay within its function. */
export function functionStarts(program: Program): number[] {
  const starts = [...new Set(program.functions.map(({ entry }) => entry))].sort((a, b) => a - b);
  if (program.statements.length === 0) return starts;
  if (starts[0] !== 0) throw new SierraError('segments', 'Expected a function start at index 0.');
  const { statements } = program;
  for (let position = 0; position < starts.length; position++) {
    const from = starts[position]!;
    const to = starts[position + 1] ?? statements.length;
    for (let i = from; i < to; i++) {
      const { branches } = statements[i]!;
      for (let b = 0; b < branches.length; b++) {
        const target = targetOf(branches[b]!, i);
        if (target < from || target >= to)
          throw new SierraError('segments', 'Jump outside of function boundaries.', { statement: i });
      }
    }
  }
  return starts;
}

/** The bytecode cut at functions and at segments of constants; each may be loaded by itself. */
export function segmentLengths({ specialized, offsets, layout }: CompiledProgram): SegmentLengths {
  if (layout.size === 0) return 0;
  const starts = functionStarts(specialized.program).map((statement) => offsets[statement]!);
  const bounds = [...starts, ...layout.segmentStarts, layout.size];
  const lengths: number[] = [];
  for (let i = 1; i < bounds.length; i++) {
    const length = bounds[i]! - bounds[i - 1]!;
    if (length > 0) lengths.push(length);
  }
  return lengths;
}
