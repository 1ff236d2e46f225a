import { finishInSlices, type Steps } from '../async/steps.ts';
import { classMemory, type MemoryHold, mostAtOnceBytes, type WorkMemory, workMemory } from '../budget/workMemory.ts';
import { failed } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';

/**
 * What the compilation of a Sierra program takes at most, for each of its felts, with the garbage that it leaves. A felt has up to 31 words
 * of the program, and a function as few as five. Usual classes take a tenth of this; half a million functions in 81,920 felts take 270 MB,
 * and half as much again before V8 collects what they leave. So of the largest classes one is compiled at a time.
 */
const BYTES_PER_FELT = 5500;

/** Waits for the memory of a compilation. */
export async function compileMemory(felts: number, isAwaitedByExecution: boolean): Promise<MemoryHold> {
  const { budget, bytes } = shareOf(felts, isAwaitedByExecution);
  return budget.wait('compilations', bytes);
}

/**
 * Runs a compilation of a program with so many felts when there is memory for it, in slices. A class that an execution or its request needs
 * before it can go on must not wait for executions, since the request may have the memory that it would wait for.
 */
export async function compileWithMemory<T>(felts: number, isAwaitedByExecution: boolean, steps: Steps<T>): Promise<T> {
  const memory = await compileMemory(felts, isAwaitedByExecution);
  try {
    return await finishInSlices(steps);
  } finally {
    memory.end();
  }
}

/** The same within an execution, which waits only while others compile classes. */
export function* compileInExecution<T>(felts: number, steps: Steps<T>): Generator<'slice' | Promise<void>, T, void> {
  const { budget, bytes } = shareOf(felts, true);
  let memory = budget.take('compilations', bytes);
  let isOver = false;
  const wait = async () => {
    const hold = await budget.wait('compilations', bytes);
    if (isOver) hold.end();
    else memory = hold;
  };
  try {
    if (!memory) yield wait();
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      yield 'slice';
    }
  } finally {
    isOver = true;
    memory?.end();
  }
}

/**
 * The memory of a compilation. Usual classes wait only for each other. A class that must not wait for executions has to do with the memory for
 * usual classes; it has all of that for itself.
 */
function shareOf(
  felts: number,
  isAwaitedByExecution: boolean,
): { readonly budget: WorkMemory; readonly bytes: number } {
  const bytes = BYTES_PER_FELT * felts;
  const most = mostAtOnceBytes();
  if (bytes > most)
    throw failed(
      message`The class has ${felts} felts of Sierra. To compile it can take ${bytes} bytes of memory, and there are ${most} for that. ${hint('memoryLimit')}.`,
    );
  const isUsual = bytes <= classMemory.limitBytes;
  const budget = isUsual || isAwaitedByExecution ? classMemory : workMemory;
  return { budget, bytes: Math.min(bytes, budget.limitBytes) };
}
