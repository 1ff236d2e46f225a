// npm run bench:suite: a test suite as users have it (bench/suite/: seven files, 42 tests, vitest with its default pool), in a project with
// the packed package: with an empty class cache, and with what that run left there. Prints the processor time of all processes of a run.
//   -- --rounds N      the number of runs of each, in turns (default 3)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { packPackage } from '../test/support/packedPackage.ts';
import { childrenMs, duration, limitRow, median, printRows } from './harness.ts';

const rounds = Number(process.argv.includes('--rounds') ? process.argv[process.argv.indexOf('--rounds') + 1] : 3);

/** The classes of the project, by the names of their files in the build output. */
async function classTexts(): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const ours = (name: string) => readFileSync(`contracts/classes/${name}.sierra.json`);
  const failing = (name: string) =>
    gunzipSync(readFileSync(`contracts/failures/classes/${name}.contract_class.json.gz`));
  const published = async (name: string) => {
    const file = resolve('node_modules/@hyperlane-xyz/starknet-core/dist/artifacts', `${name}.contract_class.js`);
    return JSON.stringify(((await import(pathToFileURL(file).href)) as Record<string, unknown>)[name]);
  };
  return {
    shop_Exerciser: ours('exerciser'),
    shop_Ledger: ours('ledger'),
    shop_Counter: ours('counter_before'),
    shop_TestERC20: await published('contracts_TestERC20'),
    shop_TestERC721: await published('contracts_TestERC721'),
    shop_ERC4626Mock: await published('contracts_ERC4626Mock'),
    failures_Vault: failing('failures_Vault'),
    failures_Till: failing('failures_Till'),
    failures_Shop: failing('failures_Shop'),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'starbox-suite-'));
const firstTests = join(folder, 'first-tests');
const classCache = join(folder, 'class-cache');

async function makeProject(): Promise<void> {
  const installed = join(folder, 'node_modules');
  mkdirSync(installed);
  const packed = packPackage();
  cpSync(packed.path, join(installed, 'starbox'), { recursive: true });
  rmSync(packed.folder, { recursive: true });
  for (const name of ['ws', 'vitest']) symlinkSync(resolve('node_modules', name), join(installed, name), 'junction');
  cpSync('bench/suite', join(folder, 'test'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vitest.config.js'), `export default { test: { setupFiles: 'test/ready.js' } };`);
  writeFileSync(join(folder, 'Scarb.toml'), '');
  const built = join(folder, 'target/dev');
  mkdirSync(built, { recursive: true });
  for (const [name, text] of Object.entries(await classTexts()))
    writeFileSync(join(built, `${name}.contract_class.json`), text);
}

interface Run {
  readonly processorMs: number;
  readonly ms: number;
  /** From the time when the runner is ready to the end of the first test, for each file. */
  readonly firstTests: readonly { readonly processorMs: number; readonly ms: number }[];
}

async function runSuite(args: readonly string[] = []): Promise<Run> {
  rmSync(firstTests, { force: true });
  const [before, began] = [childrenMs(), performance.now()];
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--reporter', 'dot', ...args], {
    cwd: folder,
    env: { ...process.env, STARBOX_CLASS_CACHE: classCache, FIRST_TESTS: firstTests },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0 || !/42 passed/.test(output)) throw new Error(`The suite failed:\n${output}`);
  const lines = readFileSync(firstTests, 'utf8').trim().split('\n');
  return {
    processorMs: childrenMs() - before,
    ms: performance.now() - began,
    firstTests: lines.map((line) => {
      const [processorMs = 0, ms = 0] = line.split(' ').map(Number);
      return { processorMs, ms };
    }),
  };
}

try {
  await makeProject();
  const empty: Run[] = [];
  const warm: Run[] = [];
  const shared: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    rmSync(classCache, { recursive: true, force: true });
    empty.push(await runSuite());
    warm.push(await runSuite());
    shared.push(await runSuite(['--pool=threads', '--no-isolate']));
  }
  const processor = (runs: readonly Run[]) => median(runs.map(({ processorMs }) => processorMs));
  const first = warm.flatMap(({ firstTests }) => firstTests);
  printRows(`A suite of 42 tests in seven files, vitest: processor time, median of ${rounds} runs`, [
    limitRow('empty class cache', processor(empty), 10_000),
    limitRow('warm class cache', processor(warm), 7000),
    limitRow('the same, --pool=threads --no-isolate', processor(shared), 7000),
    limitRow('first test of a file, warm (median)', median(first.map(({ processorMs }) => processorMs)), 250),
  ]);
  console.log(
    `  time: ${duration(median(empty.map(({ ms }) => ms)))} and ${duration(median(warm.map(({ ms }) => ms)))}, first test ${duration(median(first.map(({ ms }) => ms)))}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
