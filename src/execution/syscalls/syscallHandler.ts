import type { InnerCall } from '../calls/innerCall.ts';
import type { SyscallIo } from './syscallIo.ts';

/**
 * Does one system call: reads its request, takes its gas, acts and answers, or asks for a call to be made first.
 * Everything it reads of the state comes before anything it changes.
 */
export type SyscallHandler = (io: SyscallIo) => InnerCall | undefined;
