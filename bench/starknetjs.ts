// npm run bench:starknetjs: a test suite as users write it (bench/starknetjsRun.mjs) in its own process: in the process of the tests, over HTTP, and
// with the native server. Each time is from the start of the process, and of the server, to their end.
//   -- --beside PATH   also with the native server at PATH, which gets the same accounts and providers of starbox/starknet
//   -- --plain         also with those of starknet.js, as users of that server have them
//   -- --tests N       the number of tests (default 30)
//   -- --rounds N      the number of runs of each, in turns (default 3)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSierra } from '../src/sierra/index.ts';
import { duration, median } from './harness.ts';
import { newClassCache, processMs, type Running, start, stop } from './serverProcess.ts';

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const native = option('--beside');
const plain = process.argv.includes('--plain');
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

/** Runs the tests in their process; the milliseconds of processor time that they took. */
async function runTests(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['bench/starknetjsRun.mjs', folder, tests, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The suite failed with exit code ${code}.`);
  return Number(printed);
}

async function overHttp(server: Promise<Running>, ...args: string[]): Promise<number> {
  const running = await server;
  const clientMs = await runTests(running.url, ...args);
  const serverMs = processMs(running.child);
  await stop(running);
  return clientMs + serverMs;
}

const classCache = newClassCache();
const ways = [
  { name: 'in the process of the tests', bar: 8, run: () => runTests() },
  { name: 'over HTTP', bar: 4, run: () => overHttp(start(undefined, classCache)) },
  ...(native ? [{ name: 'native server', bar: 0, run: () => overHttp(start(native)) }] : []),
  ...(plain
    ? [{ name: 'over HTTP, plain starknet.js', bar: 0, run: () => overHttp(start(undefined, classCache), 'plain') }]
    : []),
  ...(native && plain
    ? [{ name: 'native, plain starknet.js', bar: 0, run: () => overHttp(start(native), 'plain') }]
    : []),
];
const times: number[][] = ways.map(() => []);
const processorTimes: number[][] = ways.map(() => []);
try {
  for (let round = 0; round < rounds; round++)
    for (const [i, { run }] of ways.entries()) {
      const begin = performance.now();
      processorTimes[i]!.push(await run());
      times[i]!.push(performance.now() - begin);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `\na suite of ${tests} tests with starknet.js, median of ${rounds} processes: time, and processor time of tests and server`,
);
for (const [i, { name, bar }] of ways.entries()) {
  const ms = median(times[i]!);
  const processorMs = median(processorTimes[i]!);
  const faster = native && bar ? median(times[2]!) / ms : undefined;
  const verdict =
    faster === undefined ? '' : `${faster.toFixed(1)} times faster, bar ${bar}${faster < bar ? ', MISS' : ''}`;
  console.log(`  ${name.padEnd(30)} ${duration(ms).padStart(10)} ${duration(processorMs).padStart(10)}  ${verdict}`);
}
