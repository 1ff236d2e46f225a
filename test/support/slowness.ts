import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/** The processor time of the loop, in milliseconds, on an idle machine with two cores. */
const REFERENCE_MS = 182;
const LOOP = `
const P = 2n ** 251n + 17n * 2n ** 192n + 1n;
let least = Infinity;
for (let round = 0; round < 3; round++) {
  const before = process.cpuUsage();
  let x = 3n;
  for (let i = 0; i < 300_000; i++) x = (x * x + 7n) % P;
  const { user, system } = process.cpuUsage(before);
  least = Math.min(least, (user + system) / 1000);
}
console.log(least);`;

/**
 * How many times as much processor time a program needs now as on an idle machine with two cores; at least 1. With more processes than
 * cores, caches and cores are shared, which real work feels more than a loop.
 */
export function slowness(program: string): number {
  const isLoaded = loadavg()[0]! > cpus().length;
  const loop = Number(execFileSync(program, ['-e', LOOP], { encoding: 'utf8' })) / REFERENCE_MS;
  return isLoaded ? Math.max(3, 2 * loop) : Math.max(1, loop);
}
