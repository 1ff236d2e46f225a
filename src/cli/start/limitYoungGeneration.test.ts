import { expect, test, vi } from 'vitest';

const { flags, heap } = vi.hoisted(() => ({ flags: [] as string[], heap: { bytes: 0, collected: () => {} } }));
vi.mock('node:v8', () => ({
  getHeapSpaceStatistics: () => [
    { space_name: 'old_space', space_size: 2 ** 30 },
    { space_name: 'new_space', space_size: heap.bytes },
  ],
  setFlagsFromString: (flag: string) => flags.push(flag),
}));
vi.mock('node:perf_hooks', () => ({
  PerformanceObserver: class {
    constructor(callback: () => void) {
      heap.collected = callback;
    }
    observe() {}
  },
}));
const { limitYoungGeneration } = await import('./limitYoungGeneration.ts');

test('the young generation grows to its limit, and again after it has shrunk', () => {
  limitYoungGeneration();
  for (const megabytes of [1, 2, 4, 8, 16, 16, 2, 4, 16]) {
    heap.bytes = megabytes * 2 ** 20;
    heap.collected();
  }
  expect(flags.map((flag) => flag.replace('--semi-space-growth-factor=', ''))).toEqual(['1', '2', '1']);
});
