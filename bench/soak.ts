// npm run bench:soak [-- --clients N] [--seconds N]: many concurrent clients, then a revert to the beginning. Exits with 1 if a client found
// an error, a transaction takes too much memory, or the memory is not released.
import { startServer } from '../test/support/server.ts';
import { heapOf, probeHeaps } from './heapOf.ts';
import { HttpClient } from './soakClients.ts';
import { runSoak } from './soakRun.ts';

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const clients = option('clients', 32);
const seconds = option('seconds', 60);

const BYTES_PER_TRANSACTION = 6000;
/** How much larger than before the heap may be after everything is reverted, as a fraction. */
const MAX_HEAP_GROWTH = 0.05;

probeHeaps();
const server = await startServer('--accounts', String(clients), '--quiet');
const pid = server.process.pid!;
const control = new HttpClient(server.url);
const load = (time: number) => runSoak({ ...server, pid, clients, seconds: time });
const snapshot = () => control.call<string>('devnet_snapshot');
const revert = (snapshot_id: string) => control.call('devnet_revert', { snapshot_id });
try {
  const start = await snapshot();
  // Warm-up: the heap is measured when the code is compiled and the caches are full.
  const warm = await load(Math.min(30, seconds / 4));
  await revert(start);
  const again = await snapshot();
  const before = await heapOf(pid);
  const report = await load(seconds);
  const full = await heapOf(pid);
  await revert(again);
  const after = await heapOf(pid);

  const { reads, writes, notices, milliseconds, longestMilliseconds, rss } = report;
  const rate = (count: number) => `${count} (${((count / milliseconds) * 1000).toFixed(0)}/s)`;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const perTransaction = (full - before) / writes;
  console.log(
    `${clients} clients, ${(milliseconds / 1000).toFixed(1)} s: ${rate(reads)} reads, ${rate(writes)} writes, ${rate(notices)} notifications; longest wait ${longestMilliseconds.toFixed(0)} ms`,
  );
  console.log(
    `heap: ${megabytes(before)} before, ${megabytes(full)} with ${writes} transactions (${(perTransaction / 1000).toFixed(1)} kB each), ${megabytes(after)} after the revert; resident ${megabytes(rss[0])} after a quarter, ${megabytes(rss[1])} at the end`,
  );
  const failures = [...warm.failures, ...report.failures];
  if (perTransaction > BYTES_PER_TRANSACTION) failures.push(`a transaction takes ${perTransaction.toFixed(0)} bytes`);
  if (after > before * (1 + MAX_HEAP_GROWTH)) failures.push('memory is not released');
  for (const failure of failures.slice(0, 20)) console.error(`FAILED ${failure}`);
  process.exitCode = failures.length ? 1 : 0;
} finally {
  control.close();
  await server.stop();
}
