import type { CasmHint } from '../../cairo/casm.ts';
import type { Machine } from '../../cairo/machine.ts';
import { offsetOf, segmentOf } from '../../cairo/pointer.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import { callersOf } from '../../cairo/traceback.ts';
import { CallRecorder } from './callRecorder.ts';

/**
 * Also remembers where in each call a panic could have begun. A panic is not a jump: functions return one after the other,
 * and nothing tells where it came from. But its data is an array, made where it begins, or given by a system call that failed;
 * returning makes no arrays. So the last of these that a call ran is the place.
 */
export class PanicRecorder extends CallRecorder {
  step(machine: Machine, program: LoadedProgram): void {
    const { pc } = machine;
    if (segmentOf(pc) !== 0 || !program.hints.get(offsetOf(pc))?.some(beginsPanic)) return;
    const call = this.open.at(-1);
    if (!call?.call.classHash) return;
    const places = [pc, ...callersOf(machine, machine.fp).toReversed()];
    call.place = { classHash: call.call.classHash, offsets: places.map(offsetOf) };
  }
}

const beginsPanic = (hint: CasmHint): boolean =>
  typeof hint === 'object' && ('AllocSegment' in hint || 'SystemCall' in hint);
