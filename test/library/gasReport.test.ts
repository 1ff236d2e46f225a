// What functions use, over the transactions of a chain or everything that a sandbox and its clones ran.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { gasDiffCommand } from '../../src/cli/commands/gasDiff.ts';
import { Sandbox } from '../../src/index.ts';
import { assertMatchesGasSnapshot, trackSandbox } from '../../src/testing/index.ts';
import { isBuilt } from '../support/build.ts';
import { root } from '../support/documentBlocks.ts';
import { skipUnless } from '../support/skipUnless.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-gas-'));
afterAll(() => rmSync(folder, { recursive: true }));

const transfer = (box: Sandbox, to: `0x${string}`, amount: bigint) =>
  box.strk.write.transfer(to, amount, { from: box.accounts[0]! });

describe('gasReport', () => {
  test('has the gas, steps, builtins and storage of the transactions in the chain', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    for (const to of ['0x99', '0x99', '0x98'] as const) await transfer(box, to, 5n);
    const { functions, text, markdown, leftOut } = await box.gasReport();
    const row = functions.find(({ name }) => name === 'transfer')!;
    // The fee transfers are calls of the same function, but not of the user.
    expect([row.calls, row.failed, leftOut]).toEqual([3, 0, 0]);
    expect(row.l2Gas.min).toBeGreaterThan(100_000);
    expect(row.l2Gas.median).toBeLessThanOrEqual(row.l2Gas.max);
    expect(row.storageReads).toEqual({ min: 4, median: 4, max: 4 });
    expect(row.storageWrites).toEqual({ min: 4, median: 4, max: 4 });
    expect(row.builtins['pedersen']!.median).toBeGreaterThan(0);
    const execute = functions.find(({ name }) => name === '__execute__')!;
    expect(execute.l2Gas.min).toBeGreaterThan(row.l2Gas.min);
    expect(execute.steps.min).toBeGreaterThan(row.steps.min);
    expect(execute.storageWrites).toEqual(row.storageWrites);
    expect(text).toMatch(/transfer +3 +[\d,]+ +[\d,]+ +[\d,]+ /);
    expect(markdown).toMatch(/\| transfer \| 3 \| [\d,]+ \|/);
    await box.close();
  });

  test('of a call is the gas that its trace says', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    const { transactionHash } = await transfer(box, '0x99', 5n);
    const trace = await box.request<{
      execute_invocation: { calls: { execution_resources: { l2_gas: number } }[] };
    }>('starknet_traceTransaction', { transaction_hash: transactionHash });
    const { functions } = await box.gasReport();
    const { l2Gas } = functions.find(({ name }) => name === 'transfer')!;
    expect(l2Gas.median).toBe(trace.execute_invocation.calls[0]!.execution_resources.l2_gas);
    await box.close();
  });

  test('collects calls, clones and what was reverted, if the option says so', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2, gasReport: true });
    const mark = box.snapshot();
    await transfer(box, '0x99', 5n);
    box.restore(mark);
    const clone = box.clone();
    await transfer(clone, '0x99', 5n);
    await clone.close();
    await box.strk.read.balanceOf('0x99');
    const calls = Object.fromEntries((await box.gasReport()).functions.map(({ name, calls }) => [name, calls]));
    expect(calls).toMatchObject({ transfer: 2, balanceOf: 1 });
    await box.close();
  });

  test('names classes that only a clone declared, and counts deployments without a constructor', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2, gasReport: true });
    const clone = box.clone();
    const { address } = await clone.deploy('contracts/classes/kinds.sierra.json');
    await clone.call({ to: address, entryPoint: 'empty' });
    await clone.deploy('contracts/classes/counter_before.sierra.json', [address]);
    await clone.close();
    const rows = (await box.gasReport()).functions;
    expect(rows.find(({ name }) => name === 'empty')).toMatchObject({ calls: 1 });
    const constructors = rows.filter(({ name }) => name === 'constructor');
    expect(constructors.map(({ calls }) => calls)).toEqual([1, 1]);
    expect(constructors.map(({ l2Gas }) => l2Gas.min === 0).sort()).toEqual([false, true]);
    await box.close();
  });

  test('is answered in both dialects', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    const [devnet, sandbox] = await Promise.all([
      box.request('devnet_getGasReport'),
      box.request('sandbox_getGasReport'),
    ]);
    expect(devnet).toEqual(sandbox);
    expect(devnet).toMatchObject({ functions: [], left_out: 0, text: 'No calls were made.\n' });
    await box.close();
  });
});

describe('--gas-report', () => {
  test.runIf(isBuilt)('refuses a folder that does not exist, before the node starts', async () => {
    const child = spawn(process.execPath, ['dist/cli.js', '--port', '0', '--gas-report', join(folder, 'no/gas.md')]);
    let said = '';
    child.stderr.on('data', (text) => (said += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).not.toBe(0);
    expect(said).toContain('there is no folder');
  });
});

describe.runIf(isBuilt)('starbox gas', () => {
  /** Runs a program until it ends. */
  const run = (args: readonly string[], environment: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      // Programs are not to take themselves for workers of this test runner.
      env: { ...process.env, NODE_OPTIONS: '', VITEST: '', ...environment },
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (errors += text));
    return new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, output, errors })),
    );
  };
  const cli = join(root, 'dist/cli.js');
  const testing = JSON.stringify(pathToFileURL(join(root, 'dist/testing.js')).href);
  const testFile = (name: string, transfers: number) =>
    writeFileSync(
      join(folder, name),
      `import test from 'node:test';
       import { withSandbox } from ${testing};
       const options = { seed: 7, accounts: 2 };
       for (let i = 1; i <= ${transfers}; i++)
         test('transfer ' + i, withSandbox(options, (box) => box.strk.write.transfer('0x99', 5n, { from: box.accounts[0] })));`,
    );

  test('makes one report of all files and processes of a test run, which gas-diff compares', async () => {
    testFile('one.test.mjs', 2);
    testFile('two.test.mjs', 3);
    const command = [process.execPath, '--test', 'one.test.mjs', 'two.test.mjs'];
    const { code, output, errors } = await run([cli, 'gas', '--', ...command]);
    expect(code, errors).toBe(0);
    expect(output).toMatch(/\n {2}transfer +5 +[\d,]+ /);
    expect(readdirSync(join(folder, 'gas-report'))).toHaveLength(2);
    // What an earlier run left is not counted again.
    const again = await run([cli, 'gas', '-o', 'gas.json', '--', process.execPath, '--test', 'one.test.mjs']);
    expect(again.output).toContain('The gas report is saved in gas.json.');
    const rows = JSON.parse(readFileSync(join(folder, 'gas.json'), 'utf8')) as { name: string; calls: number }[];
    expect(rows.find(({ name }) => name === 'transfer')).toMatchObject({
      calls: 2,
      l2_gas: { min: expect.any(Number) },
    });
    writeFileSync(
      join(folder, 'fails.test.mjs'),
      `${readFileSync(join(folder, 'one.test.mjs'), 'utf8')}\ntest('x', () => { throw 1; });`,
    );
    const fails = await run([cli, 'gas', 'failed', '--', process.execPath, '--test', 'fails.test.mjs']);
    expect([fails.code, fails.output]).toEqual([1, expect.stringMatching(/\n {2}transfer +2 /)]);
    const { output: json } = await run([cli, 'gas', '--json']);
    expect(JSON.parse(json)).toEqual(rows);
    const cheaper = rows.map((row) => (row.name === 'transfer' ? { ...row, l2_gas: { median: 1000 } } : row));
    writeFileSync(join(folder, 'before.json'), JSON.stringify(cheaper));
    const diff = await run([cli, 'gas-diff', 'before.json', 'gas.json', '--fail-over', '1']);
    expect(diff.code).toBe(1);
    expect(diff.output).toMatch(/\| \w+\.transfer \| 1,000 \| [\d,]+ \| \+/);
    expect(diff.errors).toMatch(/1 grew by more than the 1 % that --fail-over allows: \w+\.transfer/);
  });

  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const hasJest = skipUnless(existsSync(jest), 'jest is not installed');
  test.runIf(hasJest)('measures tests of jest, also concurrent ones with their own sandboxes', async () => {
    writeFileSync(
      join(folder, 'jest.test.cjs'),
      `const { useSandbox, withSandbox } = require(${JSON.stringify(join(root, 'dist/testingJest.cjs'))});
       const options = { seed: 7, accounts: 2 };
       const sandbox = useSandbox(options);
       test('transfer', () => sandbox.box.strk.write.transfer('0x99', 5n));
       for (const i of [1, 2])
         test.concurrent('approve ' + i, withSandbox(options, (box) => box.strk.write.approve('0x99', 5n)));`,
    );
    const config = { rootDir: folder, testMatch: ['**/jest.test.cjs'], transform: {}, testTimeout: 60_000 };
    const command = [process.execPath, jest, '--config', JSON.stringify(config)];
    const { code, output, errors } = await run([cli, 'gas', 'jest-report', '--', ...command]);
    expect(code, errors).toBe(0);
    expect(output).toMatch(/\n {2}approve +2 /);
    expect(output).toMatch(/\n {2}transfer +1 /);
  });

  test('says what to do where nothing was measured', async () => {
    const fails = await run([cli, 'gas', 'none', '--', process.execPath, '-e', 'process.exit(3)']);
    expect(fails.code).toBe(1);
    expect(fails.errors).toContain('ended with 3 and measured no gas. Tests do if they use starbox/testing');
    const { errors } = await run([cli, 'gas', 'missing']);
    expect(errors).toContain("missing has no measured gas. Run your tests with 'starbox gas -- COMMAND'");
  });

  test('is named by the error for a value of STARBOX_GAS_REPORT that is no folder', async () => {
    testFile('one.test.mjs', 1);
    const { code, output } = await run(['--test', 'one.test.mjs'], { STARBOX_GAS_REPORT: '1' });
    expect(code).toBe(1);
    expect(output).toContain("STARBOX_GAS_REPORT is '1'");
    expect(output).toContain('npx starbox gas -- npx vitest run');
  });
});

describe('a gas snapshot', () => {
  const file = join(folder, '.gas-snapshot');
  const withMode = async (mode: string | undefined, ci: string | undefined, run: () => Promise<void>) => {
    const before = { ...process.env };
    process.env = { ...before, STARBOX_GAS_SNAPSHOT: mode, CI: ci };
    if (ci === undefined) delete process.env['CI'];
    if (mode === undefined) delete process.env['STARBOX_GAS_SNAPSHOT'];
    try {
      await run();
    } finally {
      process.env = before;
    }
  };

  test('is written, checked, and updated when it is asked for', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    const untrack = trackSandbox(box);
    const sent = () => transfer(box.clone(), '0x99', 5n).then(({ receipt }) => receipt);
    await withMode(undefined, 'true', () =>
      expect(assertMatchesGasSnapshot(sent(), 'transfer', { file })).rejects.toThrow("has no 'transfer'"),
    );
    await withMode(undefined, undefined, () => assertMatchesGasSnapshot(sent(), 'transfer', { file }));
    const written = readFileSync(file, 'utf8');
    expect(written).toMatch(/\ntransfer: \d+\n$/);
    await withMode(undefined, 'true', () => assertMatchesGasSnapshot(sent(), 'transfer', { file }));
    writeFileSync(file, 'transfer: 1000\n');
    await withMode(undefined, undefined, () =>
      expect(assertMatchesGasSnapshot(sent(), 'transfer', { file })).rejects.toThrow(/says 1000: \+[\d,]+ \(/),
    );
    await withMode('update', 'true', () => assertMatchesGasSnapshot(sent(), 'transfer', { file }));
    expect(readFileSync(file, 'utf8')).toBe(written);
    untrack();
    await box.close();
  });

  test('refuses a value of STARBOX_GAS_SNAPSHOT or STARBOX_GAS_TOLERANCE that it does not know', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    const check = async () =>
      assertMatchesGasSnapshot(
        transfer(box, '0x99', 5n).then(({ receipt }) => receipt),
        'refused',
        { file },
      );
    const untrack = trackSandbox(box);
    await withMode('upd', undefined, () =>
      expect(check()).rejects.toThrow("STARBOX_GAS_SNAPSHOT is 'upd'. Its only value is update"),
    );
    process.env['STARBOX_GAS_TOLERANCE'] = 'much';
    await withMode(undefined, undefined, () =>
      expect(check()).rejects.toThrow("STARBOX_GAS_TOLERANCE is 'much', and must be a percentage such as 1%"),
    );
    delete process.env['STARBOX_GAS_TOLERANCE'];
    untrack();
    await box.close();
  });

  test('allows gas to differ by the tolerance, in both directions, and no more', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    const untrack = trackSandbox(box);
    const { receipt } = await transfer(box, '0x99', 5n);
    const gas = receipt.execution_resources.l2_gas;
    for (const known of [Math.ceil(gas / 1.009), Math.floor(gas / 0.991)]) {
      writeFileSync(file, `transfer: ${known}\n`);
      const check = (tolerance?: number) => assertMatchesGasSnapshot(receipt, 'transfer', { file, tolerance });
      await withMode(undefined, 'true', () => expect(check()).rejects.toThrow(`says ${known}`));
      await withMode(undefined, 'true', () => check(1));
      process.env['STARBOX_GAS_TOLERANCE'] = '1%';
      await withMode(undefined, 'true', () => check());
      await withMode(undefined, 'true', () => expect(check(0.8)).rejects.toThrow(`says ${known}`));
      delete process.env['STARBOX_GAS_TOLERANCE'];
    }
    untrack();
    await box.close();
  });

  test('gas-diff --fail-over exits with 1 if a transaction grew by more', async () => {
    const [old, present] = [join(folder, 'old.gas-snapshot'), join(folder, 'present.gas-snapshot')];
    writeFileSync(old, 'transfer: 1000\nmint: 500\n');
    writeFileSync(present, 'transfer: 1010\nmint: 100\nnew: 9000\n');
    expect(await gasDiffCommand([old, present])).toBe(0);
    expect(await gasDiffCommand([old, present, '--fail-over', '1'])).toBe(0);
    expect(await gasDiffCommand(['--fail-over', '0.9%', old, present])).toBe(1);
    await expect(gasDiffCommand([old, present, '--fail-over', 'much'])).rejects.toThrow('--fail-over must be a number');
  });

  test('that cannot be read names the line', async () => {
    writeFileSync(file, 'transfer\n');
    await expect(gasDiffCommand([file, file])).rejects.toThrow("Line 1 is not 'name: gas'");
  });
});
