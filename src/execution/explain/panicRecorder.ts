import type { CasmHint } from '../../cairo/casm.ts';
import type { Machine } from '../../cairo/machine.ts';
import { offsetOf, segmentOf } from '../../cairo/pointer.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import { callersOf } from '../../cairo/traceback.ts';
import { CallRecorder } from './callRecorder.ts';

/**
 * Also records where a panic of each call started. A panic is not a jump: the functions return one after the other, and nothing
 * records where it came from. But its data is an array that is allocated where the panic starts, or comes from a system call
 * that failed, and returning allocates no arrays. So the last such instruction of a call is the start of its panic.
 */
export class PanicRecorder extends CallRecorder {
  step(machine: Machine, program: LoadedProgram): void {
    const { pc } = machine;
    if (segmentOf(pc) !== 0 || !program.hints.get(offsetOf(pc))?.some(beginsPanic)) return;
    const call = this.openCalls.at(-1);
    if (!call?.call.classHash) return;
    const places = [pc, ...callersOf(machine, machine.fp).toReversed()];
    call.place = { classHash: call.call.classHash, offsets: places.map(offsetOf) };
  }
}

const beginsPanic = (hint: CasmHint): boolean =>
  typeof hint === 'object' && ('AllocSegment' in hint || 'SystemCall' in hint);
