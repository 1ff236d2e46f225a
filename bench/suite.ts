// npm run bench:suite: a test suite as users write it (bench/suiteRun.mjs) in its own process: in the process of the tests, over HTTP, and
// with the native server. Each time is from the start of the process, and of the server, to their end.
//   -- --beside PATH   also with the native server at PATH
//   -- --tests N       the number of tests (default 30)
//   -- --rounds N      the number of runs of each, in turns (default 3)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSierra } from '../src/sierra/index.ts';
import { duration, median } from './harness.ts';
import { newClassCache, start, stop } from './serverProcess.ts';

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const native = option('--beside');
const tests = option('--tests') ?? '30';
const rounds = Number(option('--rounds') ?? 3);

/** A project has its classes compiled before its tests run. */
function writeClasses(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-suite-'));
  for (const name of ['exerciser', 'branching']) {
    const text = readFileSync(`contracts/classes/${name}.sierra.json`, 'utf8');
    writeFileSync(join(folder, `${name}.sierra.json`), text);
    writeFileSync(join(folder, `${name}.casm.json`), JSON.stringify(compileSierra(JSON.parse(text)).casm));
  }
  return folder;
}

const folder = writeClasses();

async function runTests(...url: string[]): Promise<void> {
  const child = spawn(process.execPath, ['bench/suiteRun.mjs', folder, tests, ...url], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The suite failed with exit code ${code}.`);
}

async function overHttp(...args: Parameters<typeof start>): Promise<void> {
  const server = await start(...args);
  await runTests(server.url);
  await stop(server);
}

const classCache = newClassCache();
const ways = [
  { name: 'in the process of the tests', bar: 8, run: () => runTests() },
  { name: 'over HTTP', bar: 4, run: () => overHttp(undefined, classCache) },
  ...(native ? [{ name: 'with the native server', bar: 0, run: () => overHttp(native) }] : []),
];
const times: number[][] = ways.map(() => []);
try {
  for (let round = 0; round < rounds; round++)
    for (const [i, { run }] of ways.entries()) {
      const begin = performance.now();
      await run();
      times[i]!.push(performance.now() - begin);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\na suite of ${tests} tests with starknet.js, median of ${rounds} processes`);
for (const [i, { name, bar }] of ways.entries()) {
  const ms = median(times[i]!);
  const faster = native && bar ? median(times[2]!) / ms : undefined;
  const verdict =
    faster === undefined ? '' : `${faster.toFixed(1)} times faster, bar ${bar}${faster < bar ? ', MISS' : ''}`;
  console.log(`  ${name.padEnd(30)} ${duration(ms).padStart(10)}  ${verdict}`);
}
