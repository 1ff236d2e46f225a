import { limits } from '../../protocol/limits.ts';
import type { CallContext } from '../callContext.ts';
import { SyscallError } from './callError.ts';

/** Counts values that the call infos of an execution keep. Throws if they are too many. */
export function keepFelts(context: CallContext, count: number): void {
  context.passedFelts += count;
  context.machine.keptFelts += count;
  if (context.passedFelts > limits.passedFelts)
    throw new SyscallError(
      `Out of memory: calls, events and messages of this transaction have more than ${limits.passedFelts} values. Pass fewer values at a time.`,
    );
}
