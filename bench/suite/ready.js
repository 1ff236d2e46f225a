// Runs in each worker when the runner is ready, before it imports the test file. Writes what passed until the end of the first test:
// milliseconds of processor time, and of time.
import { appendFileSync } from 'node:fs';
import { afterEach } from 'vitest';

const start = process.cpuUsage();
const began = performance.now();
let isFirst = true;
afterEach(() => {
  if (!isFirst) return;
  isFirst = false;
  const { user, system } = process.cpuUsage(start);
  appendFileSync(process.env.FIRST_TESTS, `${(user + system) / 1000} ${performance.now() - began}\n`);
});
