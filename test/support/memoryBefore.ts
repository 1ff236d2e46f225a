import { expect } from 'vitest';
import { collectGarbage } from './collectGarbage.ts';

const starts = new Map<string, number>();

/**
 * The bytes that this process takes when a test begins, without garbage. A test that is tried again is compared with the start of its first
 * try, so that what it left then counts too.
 */
export function memoryBefore(): number {
  collectGarbage();
  const test = expect.getState().currentTestName!;
  if (!starts.has(test)) starts.set(test, process.memoryUsage().rss);
  return starts.get(test)!;
}
