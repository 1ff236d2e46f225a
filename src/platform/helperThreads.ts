import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Below the main thread, and not so low that it would wait long for a garbage collection on a busy machine. */
const LESS = constants.priority.PRIORITY_BELOW_NORMAL;
const LOWEST = constants.priority.PRIORITY_LOW;

/**
 * Lets the threads with which V8 optimises code give way to the main thread, which answers requests. V8 starts four of them, also on a
 * machine with two processors, where the first class that is declared took twice as long. Threads that start later have the usual priority.
 * Only Linux has priorities of threads; elsewhere, and where it is not allowed, nothing changes.
 */
export function preferMainThread(): void {
  if (process.platform !== 'linux') return;
  try {
    const priority = Math.min(getPriority() + LESS, LOWEST);
    for (const thread of readdirSync('/proc/self/task').map(Number))
      if (thread !== process.pid) setPriority(thread, priority);
  } catch {
    // A thread has ended meanwhile, or a container forbids it: it only makes the first requests faster.
  }
}
