import { afterEach, beforeEach, vi } from 'vitest';
import type { Sandbox } from '../../src/index.ts';

/**
 * For tests of state files: the clock stands, because the open block shows the time and two reads must be equal. The result is a
 * function that keeps a sandbox until the end of the test, and then closes it.
 */
export function useStateFileBoxes(): (box: Sandbox) => Sandbox {
  const boxes: Sandbox[] = [];
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }));
  afterEach(() => {
    vi.useRealTimers();
    for (const box of boxes.splice(0)) box.close();
  });
  return (box) => {
    boxes.push(box);
    return box;
  };
}
