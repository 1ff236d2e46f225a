// npm run soak [-- --minutes N] [--clients N] [--seed N] [--node PATH]: many clients call all methods at random on one node for a long time,
// with valid and hostile values. After each cycle the chain is taken back and the memory is measured. Exits with 1 if a promise of
// docs/security.md was broken.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { LIMITS } from '../attack.ts';
import { runSoak, type SoakCycle } from './runSoak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    clients: { type: 'string', default: '32' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    node: { type: 'string', default: process.execPath },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(`npm run soak -- [OPTIONS]: many clients call all methods of a node at random, for a long time.

  --minutes N   how long (default 60)
  --clients N   how many clients (default 32)
  --seed N      the seed of the random values (default: from the time)
  --node PATH   the Node.js that runs the node (default: the one that runs this command)`);
  process.exit(0);
}
const number = (name: 'minutes' | 'clients' | 'seed'): number => {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error(`--${name} must be a number, not ${values[name]}.`);
  process.exit(2);
};

/** The memory after the last cycles may be this much larger than after the first ones, as a fraction. */
const MAX_GROWTH = 0.03;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const load = () => loadavg()[0]!.toFixed(1);

// The node must not outlive this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const seed = number('seed');
console.log(`seed ${seed}, ${number('minutes')} minutes, ${number('clients')} clients, load of the machine ${load()}`);
const report = await runSoak({
  seconds: number('minutes') * 60,
  clients: number('clients'),
  seed,
  node: values.node,
  onMinute: ({ minute, requests, results, faults, rssMb, longestTurnMs, wait }) =>
    console.log(
      `minute ${minute}: ${requests} requests, ${results} with a result; longest turn ${longestTurnMs.toFixed(0)} ms, longest wait ${wait.longest.toFixed(0)} ms, ${wait.ownLongest.toFixed(0)} ms with a processor; resident ${rssMb.toFixed(0)} MB; ${faults} faults; load ${load()}`,
    ),
  onCycle: (cycle, i) => console.log(`cycle ${i}: ${describe(cycle)}`),
});

function describe({ bytes, compiled, external, rss, peakMb, longestTurnMs }: SoakCycle): string {
  return `${megabytes(bytes)} after the chain was taken back (of which ${megabytes(external)} outside the heap; compiled code ${megabytes(compiled)}, resident ${megabytes(rss)}, highest so far ${peakMb.toFixed(0)} MB), longest turn ${longestTurnMs.toFixed(0)} ms`;
}

/** The median of three cycles at one end. The first cycle warms up: it compiles code and fills caches. */
const median = (cycles: readonly SoakCycle[]): number =>
  cycles.map(({ bytes }) => bytes).sort((a, b) => a - b)[Math.floor(cycles.length / 2)] ?? 0;
const measured = report.cycles.slice(1);
const third = Math.min(3, Math.max(1, Math.floor(measured.length / 2)));
const start = median(measured.slice(0, third));
const end = median(measured.slice(-third));
const growth = end / start - 1;
const turn = Math.max(...report.cycles.map(({ longestTurnMs }) => longestTurnMs));

const failures = [...report.faults];
if (measured.length < 2) failures.push('the time was too short for two cycles after the first');
else if (growth > MAX_GROWTH) failures.push(`the memory grew by ${(growth * 100).toFixed(1)} %`);
if (turn > LIMITS.waitMs) failures.push(`a turn of the event loop took ${turn.toFixed(0)} ms of processor time`);
if (report.wait.ownLongest > LIMITS.waitMs)
  failures.push(`a small request waited for ${report.wait.ownLongest.toFixed(0)} ms`);

console.log(`\n| Method | Results | Errors | Unanswered |\n|---|---:|---:|---:|`);
for (const [name, { results, errors, unanswered }] of [...report.counts].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`| ${name} | ${results} | ${errors} | ${unanswered} |`);
console.log(`
| What | Result | Promise |
|---|---:|---:|
| Requests | ${report.requests} | |
| Notifications | ${report.notices} | |
| Cycles | ${report.cycles.length} | |
| Memory at the start | ${megabytes(start)} | |
| Memory at the end | ${megabytes(end)} (${(growth * 100).toFixed(1)} %) | at most ${MAX_GROWTH * 100} % more |
| Compiled code at the start and at the end | ${megabytes(measured[0]?.compiled ?? 0)}, ${megabytes(measured.at(-1)?.compiled ?? 0)} | |
| Highest resident memory | ${Math.max(...report.cycles.map(({ peakMb }) => peakMb)).toFixed(0)} MB | |
| Longest turn of the server, processor time | ${turn.toFixed(0)} ms | ${LIMITS.waitMs} ms |
| Longest wait of a small request | ${report.wait.longest.toFixed(0)} ms, of which the server worked ${report.wait.cpuOfLongest.toFixed(0)} ms | |
| The same without the time in which the machine had no processor for it | ${report.wait.ownLongest.toFixed(0)} ms | ${LIMITS.waitMs} ms |
| Most work of the server during such a wait | ${report.wait.cpu.toFixed(0)} ms | |
| Broken promises | ${failures.length} | 0 |
`);
for (const failure of failures.slice(0, 30)) console.error(`FAILED ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
