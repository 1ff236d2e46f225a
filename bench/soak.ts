// npm run soak [-- --clients N] [--seconds N]: many clients at once for a minute; ends with 1 when one of them met a fault.
import { startServer } from '../test/clients/server.ts';
import { runSoak } from './soakRun.ts';

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const clients = option('clients', 64);
const seconds = option('seconds', 60);

/** What a transfer may leave behind, and what the garbage collector may not have collected yet. */
const BYTES_PER_WRITE = 20_000;
const SLACK_BYTES = 60e6;

const server = await startServer('--accounts', String(clients), '--quiet');
try {
  const report = await runSoak({ ...server, pid: server.process.pid, clients, seconds });
  const { reads, writes, heads, milliseconds, rss, writesBetween } = report;
  const rate = (count: number) => `${count} (${((count / milliseconds) * 1000).toFixed(0)}/s)`;
  const [early, late] = rss.map((bytes) => bytes / 1e6) as [number, number];
  console.log(
    `${clients} clients, ${(milliseconds / 1000).toFixed(1)} s: ${rate(reads)} reads, ${rate(writes)} writes, ${heads} heads`,
  );
  console.log(
    `memory: ${early.toFixed(0)} MB after a quarter, ${late.toFixed(0)} MB at the end, ${writesBetween} writes between`,
  );
  const failures = [...report.failures];
  if (rss[1] - rss[0] > writesBetween * BYTES_PER_WRITE + SLACK_BYTES) failures.push('memory grows beyond the chain');
  for (const failure of failures.slice(0, 20)) console.error(`FAILED ${failure}`);
  process.exitCode = failures.length ? 1 : 0;
} finally {
  await server.stop();
}
