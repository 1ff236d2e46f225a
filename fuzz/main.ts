// npm run fuzz [-- AREA ...] [--cases N] [--seed N]: runs random cases of each area. Prints the seed, and fails on a crash.
import { printReport } from './report.ts';

const areas: Record<string, (cases: number, seed: number) => Promise<import('./report.ts').FuzzReport>> = {
  sierra: async (cases, seed) => {
    const [{ fuzzSierra }, { seedClasses }] = await Promise.all([import('./sierra.ts'), import('./sierraSeeds.ts')]);
    return fuzzSierra(seedClasses(), cases, seed);
  },
  machines: async (cases, seed) => {
    const [{ fuzzMachines }, { hyperlaneClass, hyperlaneNames }] = await Promise.all([
      import('./machines.ts'),
      import('../test/support/cairo/hyperlane.ts'),
    ]);
    const names = hyperlaneNames().filter((_, i) => i % 3 === 0);
    return fuzzMachines(await Promise.all(names.map(hyperlaneClass)), cases, seed);
  },
  http: async (cases, seed) => (await import('./http.ts')).fuzzHttp(cases, seed),
  tries: async (cases, seed) => (await import('./tries.ts')).fuzzTries(cases, seed),
  // Each case sends some hundred requests three times.
  controls: async (cases, seed) => (await import('./controls.ts')).fuzzControls(Math.ceil(cases / 40), seed),
};

const flags = process.argv.slice(2);
const option = (name: string, otherwise: number): number => {
  const at = flags.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(flags.splice(at, 2)[1]);
};
const cases = option('cases', 20_000);
const seed = option('seed', Date.now() % 2 ** 31);
let right = true;
for (const [name, run] of Object.entries(areas)) {
  if (flags.length && !flags.includes(name)) continue;
  right = printReport(await run(cases, seed)) && right;
}
process.exitCode = right ? 0 : 1;
