import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const built = existsSync(join(root, 'dist/cli.js'));
const NODE_20 = process.versions.node.startsWith('20.');

let home: string;
let folder: string;
let child: ChildProcess | undefined;

// A copy of the package: what the other tests run is not touched, and nothing was kept of it before.
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'starbox-kept-'));
  folder = join(home, '.cache');
  for (const part of ['dist', 'package.json']) cpSync(join(root, part), join(home, part), { recursive: true });
  for (const part of ['contracts', 'node_modules']) symlinkSync(join(root, part), join(home, part), 'junction');
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

/** Starts the program, has it answer, and stops it; what it wrote to the error output. */
async function runOnce(environment: Record<string, string> = {}, answeredMs = 0): Promise<string> {
  child = spawn(process.execPath, [join(home, 'dist/cli.js'), '--port', '0', '--accounts', '1'], {
    env: { ...process.env, XDG_CACHE_HOME: home, ...environment },
  });
  let output = '';
  let errors = '';
  child.stdout!.on('data', (data) => (output += data));
  child.stderr!.on('data', (data) => (errors += data));
  const exited = once(child, 'exit');
  while (!/listening on [\d.]+:(\d+)/.test(output)) {
    if (child.exitCode !== null) throw new Error(errors);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const [, port] = /listening on [\d.]+:(\d+)/.exec(output)!;
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"starknet_blockNumber"}',
  });
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 0 });
  await new Promise((resolve) => setTimeout(resolve, answeredMs));
  child.kill(answeredMs ? 'SIGKILL' : 'SIGINT');
  await exited;
  return errors;
}

const main = () => join(folder, 'run.cjs.code');

describe.runIf(built)('the code of the program (needs dist/)', () => {
  test('is kept when it ends, and taken by the next one', async () => {
    await runOnce();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['run.cjs.code', 'start.cjs.code']));
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
    await runOnce();
    // What is refused is written anew.
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mtimeMs).toBe(1000);
  });

  test('is kept in a quiet moment, also where a run that ended before that has left some', async () => {
    await runOnce();
    const { size } = statSync(main());
    for (let waited = 1500; statSync(main()).size === size && waited < 13_000; waited *= 2) await runOnce({}, waited);
    // With the code of a transaction and of the compiler.
    expect(statSync(main()).size).toBeGreaterThan(1.5 * size);
  });

  test('is made anew where it was damaged', async () => {
    await runOnce();
    truncateSync(main(), 5000);
    expect(await runOnce()).toBe('');
    expect(statSync(main()).size).toBeGreaterThan(100_000);
    const text = readFileSync(main(), 'latin1');
    writeFileSync(main(), text.replace('\n', ' of another time\n'), 'latin1');
    expect(await runOnce()).toBe('');
    expect(readFileSync(main(), 'latin1').slice(0, 200)).not.toContain('of another time');
  });

  test('is not kept where nothing can be written, or for those who do not want it', async () => {
    expect(await runOnce({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('');
    expect(existsSync(folder)).toBe(false);
    writeFileSync(folder, 'a file, no folder');
    expect(await runOnce({ TMPDIR: home, TEMP: home, TMP: home })).toBe('');
    expect(readFileSync(folder, 'utf8')).toBe('a file, no folder');
    // Newer versions of Node then keep it themselves.
    expect(existsSync(join(home, 'node-compile-cache'))).toBe(!NODE_20);
  });
});
