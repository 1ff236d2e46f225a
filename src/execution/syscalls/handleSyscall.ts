import { offsetOf, type Pointer, segmentOf } from '../../cairo/pointer.ts';
import { formatKey } from '../../felt/key.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import { Need } from '../../state/need.ts';
import { SyscallError } from '../calls/callError.ts';
import type { Frame } from '../calls/frame.ts';
import type { InnerCall } from '../calls/innerCall.ts';
import { CAIRO0_SYSCALLS } from './cairo0/cairo0SyscallTable.ts';
import type { SyscallIo } from './syscallIo.ts';
import { SIERRA_SYSCALLS } from './syscallTable.ts';

/**
 * Handles the system call that a frame stopped at: writes the response, or returns the call that has to be made first.
 * Throws a Need, without having changed anything, or an error that ends the execution.
 */
export function handleSyscall(io: SyscallIo, frame: Frame, pointer: Pointer): InnerCall | undefined {
  const isSierra = frame.runnable.kind === 'sierra';
  // The network checks the syscall pointer of Cairo 0 classes, but not that of Sierra classes.
  if (!isSierra && pointer !== frame.syscallPointer)
    throw new SyscallError(
      `Bad syscall_ptr; expected: ${debugPointer(frame.syscallPointer)}, got: ${debugPointer(pointer)}.`,
    );
  io.open(frame, 0);
  const selector = io.key();
  const name = io.constants.names.get(selector);
  if (!name) throw new SyscallError(`Invalid syscall selector: ${formatKey(selector)}.`);
  const handler = (isSierra ? SIERRA_SYSCALLS : CAIRO0_SYSCALLS)[name];
  if (!handler) throw new SyscallError(`Unknown Hint: Unsupported syscall selector ${name}.`);

  // The Keccak handler counts rounds itself.
  const isCounted = name !== 'Keccak';
  if (isCounted) count(frame, name, 1);
  try {
    if (isSierra) io.readGas();
    const inner = handler(io);
    io.close();
    frame.gas = io.gas;
    if (frame.tracked === 'SierraGas') io.context.leastGas = Math.min(io.context.leastGas, io.gas);
    return inner;
  } catch (error) {
    if (error instanceof Need && isCounted) count(frame, name, -1);
    throw error;
  }
}

function count({ usages }: Frame, name: SyscallName, by: number): void {
  const usage = usages.get(name);
  if (usage) usage.count += by;
  else usages.set(name, { count: by, felts: 0 });
}

const debugPointer = (address: Pointer) =>
  `Relocatable { segment_index: ${segmentOf(address)}, offset: ${offsetOf(address)} }`;
