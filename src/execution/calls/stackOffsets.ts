import type { CodePosition, Machine } from '../../cairo/machine.ts';
import { offsetOf, segmentOf } from '../../cairo/pointer.ts';
import { foldedCallersOf } from '../../cairo/traceback.ts';

/** The offsets in the bytecode of an instruction of the top run and of the function calls that led to it, innermost first. */
export function stackOffsets(machine: Machine, { pc, fp }: CodePosition): readonly number[] {
  return [pc, ...foldedCallersOf(machine, fp)].filter((pointer) => segmentOf(pointer) === 0).map(offsetOf);
}
