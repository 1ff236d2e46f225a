import type { SegmentLengths } from '../../cairo/casm.ts';
import type { CompiledProgram } from '../compileProgram.ts';
import { FALLTHROUGH, jumpsOf, type Program } from '../program.ts';
import { SierraError } from '../sierraError.ts';

/** The first statement of each function, ascending; every branch must stay within its function. */
export function functionStarts(program: Program, jumps = jumpsOf(program)): number[] {
  const starts = [...new Set(program.functions.map(({ entry }) => entry))].sort((a, b) => a - b);
  const { statements } = program;
  if (statements.length === 0) return starts;
  if (starts[0] !== 0) throw new SierraError('segments', 'Expected a function start at index 0.');
  let at = 0;
  for (let position = 0; position < starts.length; position++) {
    const from = starts[position]!;
    const to = starts[position + 1] ?? statements.length;
    for (; at < jumps.length && jumps[at]! < to; at += 2)
      if (jumps[at + 1]! < from || jumps[at + 1]! >= to) throw outside(jumps[at]!);
    // Among the statements without jumps, only the last one could fall through into the next function.
    if (statements[to - 1]!.branches.some(({ target }) => target === FALLTHROUGH)) throw outside(to - 1);
  }
  return starts;
}

const outside = (statement: number): SierraError =>
  new SierraError('segments', 'Jump outside of function boundaries.', { statement });

/** Splits the bytecode into one segment per function and per constant segment, which can be loaded separately. */
export function segmentLengths({ specialized, jumps, offsets, layout }: CompiledProgram): SegmentLengths {
  if (layout.size === 0) return 0;
  const starts = functionStarts(specialized.program, jumps).map((statement) => offsets[statement]!);
  const bounds = [...starts, ...layout.segmentStarts, layout.size];
  const lengths: number[] = [];
  for (let i = 1; i < bounds.length; i++) {
    const length = bounds[i]! - bounds[i - 1]!;
    if (length > 0) lengths.push(length);
  }
  return lengths;
}
