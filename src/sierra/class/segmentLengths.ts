import type { SegmentLengths } from '../../cairo/casm.ts';
import type { CompiledProgram } from '../compileProgram.ts';
import { type Program, targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';

/** The first statement of each function, ascending; every branch must stay within its function. */
export function functionStarts(program: Program): number[] {
  const starts = [...new Set(program.functions.map(({ entry }) => entry))].sort((a, b) => a - b);
  if (program.statements.length === 0) return starts;
  if (starts[0] !== 0) throw new SierraError('segments', 'Expected a function start at index 0.');
  let current = 0;
  program.statements.forEach((statement, i) => {
    while (current + 1 < starts.length && starts[current + 1]! <= i) current++;
    const from = starts[current]!;
    const to = starts[current + 1] ?? program.statements.length;
    for (const branch of statement.branches) {
      const target = targetOf(branch, i);
      if (target < from || target >= to)
        throw new SierraError('segments', 'Jump outside of function boundaries.', { statement: i });
    }
  });
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
