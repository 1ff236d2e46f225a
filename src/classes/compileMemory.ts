import { classMemory, type MemoryHold, mostAtOnceBytes, workMemory } from '../budget/workMemory.ts';
import { failed } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';

/**
 * What the compilation of a Sierra program takes at most, for each of its felts, with the garbage that it leaves. A felt has up to 31 words
 * of the program, and a function as few as five. Usual classes take a tenth of this; half a million functions in 81,920 felts take 270 MB,
 * and half as much again before V8 collects what they leave. So of the largest classes one is compiled at a time.
 */
const BYTES_PER_FELT = 5500;

/**
 * Waits for the memory of a compilation. Usual classes wait only for each other. A class that an execution needs before it can go on must not
 * wait for executions, so it has to do with the memory for usual classes; it has all of that for itself.
 */
export async function compileMemory(felts: number, isAwaitedByExecution: boolean): Promise<MemoryHold> {
  const bytes = BYTES_PER_FELT * felts;
  const most = mostAtOnceBytes();
  if (bytes > most)
    throw failed(
      message`The class has ${felts} felts of Sierra. To compile it can take ${bytes} bytes of memory, and there are ${most} for that. ${hint('memoryLimit')}.`,
    );
  const isUsual = bytes <= classMemory.limitBytes;
  return (isUsual || isAwaitedByExecution ? classMemory : workMemory).wait('compilations', bytes);
}
