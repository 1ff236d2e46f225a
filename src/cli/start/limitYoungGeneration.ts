import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The size, with both of its halves, from which the young generation does not grow. */
const MOST_BYTES = 16 * 2 ** 20;

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/**
 * Keeps the young generation of V8 small. Node.js 24 lets it grow to 128 MB, Node.js 20 to 32 MB, and thousands of small requests make it
 * grow. V8 takes no other limit while it runs, but reads by how much to grow each time. COST: a look after each collection. On Node.js 24 a
 * server takes 138 MB instead of 155 after 600 transfers, and 150 instead of 185 after 2,500, in the same processor time.
 */
export function limitYoungGeneration(): void {
  let factor = 2;
  const observer = new PerformanceObserver(() => {
    // It shrinks while there is nothing to do, and has to grow again then.
    const fitting = youngBytes() < MOST_BYTES ? 2 : 1;
    if (fitting !== factor) setFlagsFromString(`--semi-space-growth-factor=${(factor = fitting)}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}
