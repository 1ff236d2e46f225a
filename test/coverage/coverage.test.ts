// Coverage: which lines, functions and branches of contracts ran, in a sandbox, its clones and other processes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { workMemory } from '../../src/budget/workMemory.ts';
import { machinePool } from '../../src/cairo/wasm/machinePool.ts';
import { coverageCommand } from '../../src/cli/commands/coverage.ts';
import { type CoverageReport, Sandbox } from '../../src/index.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { FailuresProject, type Way, wayData } from '../support/failures.ts';

const project = new FailuresProject();
const folder = mkdtempSync(join(tmpdir(), 'starbox-coverage-'));
afterAll(() => {
  project.remove();
  rmSync(folder, { recursive: true, force: true });
});

const artifacts = [`${project.folder}/target/dev`];
const lineOf = (mark: string) => Number(project.marks().get(mark)!.split(':')[1]);

/** A sandbox with the three contracts; calls go through all of them. */
async function deployed(options: object = {}) {
  const box = await Sandbox.create({ seed: 7, accounts: 2, coverage: true, artifacts, ...options });
  const deploy = async (name: 'Shop' | 'Till' | 'Vault', args: string[]) =>
    (await box.deploy(JSON.parse(readFileSync(project.classFile(name), 'utf8')), args as never)).address;
  const shop = await deploy('Shop', [await deploy('Till', [await deploy('Vault', [])])]);
  return { box, shop };
}

const callOf = (to: `0x${string}`, way: Way) => ({ to, entryPoint: 'fail', calldata: wayData(way) });
const fileOf = ({ files }: CoverageReport, name: string) =>
  files.find(({ path }) => path.endsWith(`src/${name}.cairo`))!;
/** The records of a file in lcov, such as `DA:34,4`. */
const recordsOf = ({ lcov }: CoverageReport, name: string, kind: string) =>
  lcov
    .split('end_of_record\n')
    .find((record) => record.includes(`src/${name}.cairo\n`))!
    .split('\n')
    .filter((line) => line.startsWith(`${kind}:`))
    .map((line) => line.slice(kind.length + 1));

let box: Sandbox;
let shop: `0x${string}`;
beforeAll(async () => {
  ({ box, shop } = await deployed());
});
afterAll(() => box.close());

describe('the coverage of a sandbox', () => {
  test('has the lines, functions and branches that ran, and those that did not', async () => {
    await box.call(callOf(shop, 'none'));
    await box.call(callOf(shop, 'assert')).catch(() => undefined);
    const report = await box.coverage();
    const vault = fileOf(report, 'vault');
    const [asserted, panicked] = [lineOf('FAIL: assert'), lineOf('FAIL: panic')];
    expect(recordsOf(report, 'vault', 'DA')).toContain(`${asserted},1`);
    expect(vault.missed).toContain(panicked);
    expect(vault.missed).not.toContain(asserted);
    expect(recordsOf(report, 'shop', 'FNDA')).toContain('2,failures::shop::Shop::Failing::fail');
    expect(recordsOf(report, 'vault', 'FNDA')).toContain('0,failures::vault::Vault::refuse');
    // The assertion failed once, and never passed. The panic behind an `if` was never reached.
    const branches = recordsOf(report, 'vault', 'BRDA').map((record) => record.split(','));
    const taken = (line: number) => branches.filter(([at]) => at === `${line}`).map(([, , , count]) => count);
    expect(taken(asserted).toSorted()).toEqual(['0', '1']);
    expect(taken(panicked - 1)).toEqual(['-', '-']);
    // `match way` has ten ways, and two were taken.
    const match = taken(lineOf('VIA: panic') - 1);
    expect([match.length, match.filter((count) => count === '1').length]).toEqual([10, 2]);
  });

  test('counts decisions of the user alone: no overflow, no unwrap, no gas, no generated code', async () => {
    const lines = (name: string, report: CoverageReport) => [
      ...new Set(recordsOf(report, name, 'BRDA').map((record) => Number(record.split(',')[0]))),
    ];
    const report = await box.coverage();
    const source = readFileSync(join(project.folder, 'src/vault.cairo'), 'utf8').split('\n');
    const decisions = [...source.entries()].flatMap(([i, line]) =>
      /^\s*(?:match|if|while|for|assert\()/.test(line) || /^\s*assert!?\(/.test(line) ? [i + 1] : [],
    );
    expect(lines('vault', report)).toEqual(decisions);
    expect(lines('shop', report)).toEqual([lineOf('FAIL: constructor'), lineOf('VIA: loop')]);
    expect(fileOf(report, 'till').branches).toEqual({ found: 0, hit: 0 });
  });

  test('lists an arm of match that only gives a value, and no attribute whose code has macros in it', async () => {
    const other = new DebuggingProject();
    const counted = await Sandbox.create({ seed: 7, accounts: 1, coverage: true, artifacts: [other.artifacts] });
    const to = await other.deploy(counted);
    // It prints values of types with `#[derive(Debug)]`.
    await counted.call({ to, entryPoint: 'show', calldata: [5n, 0n, 0x6869n, 2n] });
    await counted.call({ to, entryPoint: 'trade', calldata: [0n, 5n] });
    const report = await counted.coverage();
    await counted.close();
    // A generic function, one with a loop of 4 rounds, and one whose closure is called twice.
    expect(recordsOf(report, 'shapes', 'FNDA').toSorted()).toEqual(
      ['PairSize::size', 'largest', 'sum_of_squares', 'with_closure'].map((name) => `1,debugging::shapes::${name}`),
    );
    const loop = other.mark('loop').line;
    expect(recordsOf(report, 'shapes', 'DA')).toEqual(expect.arrayContaining([`${loop - 2},5`, `${loop},4`]));
    const [{ line: buy }, { line: sell }] = [other.mark('buy'), other.mark('sell')];
    expect(recordsOf(report, 'desk', 'DA')).toEqual(expect.arrayContaining([`${buy},1`, `${sell},0`]));
    for (const { path } of report.files) {
      const source = readFileSync(join(other.folder, 'src', path.split(/[/\\]/).at(-1)!), 'utf8').split('\n');
      const name = path.split(/[/\\]/).at(-1)!.replace('.cairo', '');
      for (const record of recordsOf(report, name, 'DA'))
        expect(source[Number(record.split(',')[0]) - 1]).not.toMatch(/^\s*#\[/);
    }
    other.remove();
  });

  test('adds up: its totals are those of its files, and of its forms', async () => {
    const report = await box.coverage();
    for (const kind of ['lines', 'functions', 'branches'] as const) {
      const sum = (of: 'found' | 'hit') => report.files.reduce((total, file) => total + file[kind][of], 0);
      expect(report[kind]).toEqual({ found: sum('found'), hit: sum('hit') });
    }
    const found = [...report.lcov.matchAll(/^LF:(\d+)$/gm)].reduce((total, [, count]) => total + Number(count), 0);
    expect(found).toBe(report.lines.found);
    expect(report.text).toContain(`${report.lines.hit}/${report.lines.found}`);
    // Core library, generated code and the classes of the node are not the user's.
    for (const { path } of report.files) expect(path).toMatch(/src[/\\](?:shop|till|vault|arithmetic)\.cairo$/);
  });

  test('as a page has the sources, asks for nothing outside, and shows texts as they are', async () => {
    const { html } = await box.coverage();
    expect(html).toContain('FAIL: assert');
    expect(html).toContain('Array&#60;Call&#62;');
    expect(html).not.toMatch(/https?:|<script|src=|@import/);
  });

  test('counts calls, dry runs and transactions once each, and repeats never', async () => {
    const line = lineOf('VIA: till');
    const count = async () =>
      Number(
        recordsOf(await box.coverage(), 'till', 'DA')
          .find((record) => record.startsWith(`${line},`))!
          .split(',')[1],
      );
    const before = await count();
    await box.call(callOf(shop, 'none'));
    expect(await count()).toBe(before + 1);
    const { transactionHash } = await box.execute(callOf(shop, 'none'), { from: box.accounts[0]! });
    const sent = await count();
    expect(sent).toBeGreaterThan(before + 1);
    await box.explain(transactionHash);
    await box.profile(transactionHash);
    await box.request('starknet_traceTransaction', { transaction_hash: transactionHash as `0x${string}` });
    expect(await count()).toBe(sent);
  });

  test('says which test ran which lines, in clones that have its name', async () => {
    const [one, other] = [box.clone({ test: 'unwraps' }), box.clone({ test: 'adds' })];
    await one.call(callOf(shop, 'unwrap')).catch(() => undefined);
    await other.call(callOf(shop, 'overflow')).catch(() => undefined);
    await one.call(callOf(shop, 'none'));
    await Promise.all([one.close(), other.close()]);
    const { tests, html } = await box.coverage();
    expect(tests.map(({ name }) => name)).toEqual(['adds', 'unwraps']);
    const linesOf = (name: string, file: string) =>
      tests.find((each) => each.name === name)!.files.find(({ path }) => path.endsWith(`src/${file}.cairo`))?.lines;
    expect(linesOf('unwraps', 'vault')).toContain(lineOf('FAIL: unwrap'));
    expect(linesOf('adds', 'vault')).not.toContain(lineOf('FAIL: unwrap'));
    expect(linesOf('adds', 'arithmetic')).toEqual([lineOf('FAIL: overflow')]);
    expect(linesOf('unwraps', 'arithmetic')).toBeUndefined();
    expect(html).toContain('- adds');
  });

  test('of a fork counts each run once, however often it had to start again', async () => {
    const fork = await Sandbox.forkFrom(box, { coverage: true, artifacts });
    await fork.call(callOf(shop, 'none'));
    await fork.call(callOf(shop, 'none'));
    const report = await fork.coverage();
    expect(recordsOf(report, 'till', 'DA')).toContain(`${lineOf('VIA: till')},2`);
    await fork.close();
  });

  test('needs the option, and says so', async () => {
    const plain = await Sandbox.create({ accounts: 1 });
    await expect(plain.coverage()).rejects.toThrow('Start it with coverage: true.');
    await plain.close();
    await expect(Sandbox.create({ coverage: 7 as never })).rejects.toThrow('the path of a folder');
  });

  test('is answered in both dialects', async () => {
    const [devnet, sandbox] = await Promise.all([
      box.request('devnet_getCoverage', { format: 'lcov' }),
      box.request('sandbox_getCoverage', { format: 'lcov' }),
    ]);
    expect(devnet).toEqual(sandbox);
    expect(devnet).toMatchObject({ saved: false, content: (await box.coverage()).lcov });
  });
});

/** The file of a process that ran no code with source lines. */
const NOTHING = JSON.stringify({
  starboxCoverage: 1,
  names: [],
  files: [],
  tests: [],
  withoutLines: ['Token'],
  elsewhere: ['Shop (/b/src/shop.cairo)'],
  isTruncated: false,
});

test('a coverage that cannot be written is an error that names the folder and the option', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const box = await Sandbox.create({ seed: 7, accounts: 1, coverage: join(file, 'coverage') });
  await expect(box.close()).rejects.toThrow(
    /^The coverage could not be written to .*a-file.coverage: .*\. Choose another folder for the option coverage\.$/,
  );
});

describe('starbox coverage', () => {
  /** Runs the command, and returns its exit code and what it printed. */
  async function run(...args: string[]): Promise<{ status: number; output: string }> {
    let output = '';
    const write = (text: string | Uint8Array) => {
      output += String(text);
      return true;
    };
    const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(write));
    try {
      return { status: await coverageCommand(args), output };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  test('adds up what several sandboxes wrote when they were closed', async () => {
    const line = lineOf('VIA: till');
    for (const way of ['none', 'assert'] as const) {
      const { box: one, shop: to } = await deployed({ coverage: folder });
      const clone = one.clone({ test: `a test of ${way}` });
      await clone.call(callOf(to, way)).catch(() => undefined);
      await clone.close();
      await one.close();
    }
    const { status, output } = await run(folder, '--tests');
    expect(status).toBe(0);
    expect(output).toMatch(/vault\.cairo +\d+\.\d %/);
    expect(output).toMatch(/All files +\d+\.\d % +\d+\/\d+/);
    expect(output).toContain('a test of assert\n');
    expect(readFileSync(join(folder, 'lcov.info'), 'utf8')).toContain(`\nDA:${line},2\n`);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('FAIL: assert');
    const { lines } = JSON.parse((await run(folder, '--json')).output) as { lines: { found: number; hit: number } };
    expect(lines.hit).toBeGreaterThan(5);
    expect(lines.found).toBeGreaterThan(lines.hit);
  });

  test('exits with 1 if less ran than was asked for', async () => {
    expect((await run(folder, '--fail-under', '10')).status).toBe(0);
    const { status, output } = await run(folder, '--fail-under', '99.5');
    expect(status).toBe(1);
    expect(output).toMatch(/Only \d+\.\d % of the lines ran, and --fail-under asks for 99.5 %/);
    await expect(run(folder, '--fail-under', 'much')).rejects.toThrow('from 0 to 100');
  });

  test('exits with 1 if something was asked for and nothing was counted', async () => {
    const other = mkdtempSync(join(tmpdir(), 'starbox-coverage-'));
    writeFileSync(join(other, 'starbox-1-ab.coverage.json'), NOTHING);
    const { status, output } = await run(other, '--fail-under', '90');
    expect(status).toBe(1);
    expect(output).toContain('No lines were counted, and --fail-under asks for 90 %');
    expect((await run(other)).status).toBe(0);
    rmSync(other, { recursive: true });
  });

  test('names a file that is not a coverage, and a folder without one', async () => {
    const other = mkdtempSync(join(tmpdir(), 'starbox-coverage-'));
    await expect(run(other)).rejects.toThrow('has no coverage');
    writeFileSync(join(other, 'starbox-1-ab.coverage.json'), '{"starboxCoverage":1}');
    await expect(run(other)).rejects.toThrow('is not a coverage file');
    rmSync(other, { recursive: true });
  });

  test.skipIf(process.platform === 'win32')('does not wait for a FIFO', async () => {
    const other = mkdtempSync(join(tmpdir(), 'starbox-coverage-'));
    execFileSync('mkfifo', [join(other, 'starbox-1-ab.coverage.json')]);
    await expect(run(other)).rejects.toThrow('is a FIFO');
    rmSync(other, { recursive: true });
  });

  test('runs the tests first, in a folder without earlier results, and keeps their exit code', async () => {
    const script = join(folder, 'command.mjs');
    const written = join(folder, 'starbox-7-ab.coverage.json');
    writeFileSync(
      script,
      `import { readdirSync, writeFileSync } from 'node:fs';
       if (readdirSync(process.env.STARBOX_COVERAGE).some((name) => name.endsWith('.coverage.json'))) process.exit(9);
       writeFileSync(${JSON.stringify(written)}, ${JSON.stringify(NOTHING)});
       process.exit(3);`,
    );
    const { status, output } = await run(folder, '--', process.execPath, script);
    expect(status).toBe(3);
    expect(output).toContain('No Cairo code with source lines ran.');
    expect(output).toContain('not in the package of the build output: Shop (/b/src/shop.cairo).');
    // The text that explanations have too.
    expect(output).toMatch(/Without source lines, and not counted: Token\.\n.*Scarb\.toml/);
  });
});

describe('the coverage of transactions', () => {
  const ask = (counted: Sandbox, params: object) =>
    counted.request('devnet_getCoverage', params as never) as Promise<Answer>;
  interface Answer {
    readonly counted: string;
    readonly content: string;
    readonly source: { readonly path: string; readonly lines: readonly string[] } | null;
    readonly files: readonly { readonly path: string; readonly contracts: readonly string[] }[];
  }

  test('is counted by running them again, one or all, in a node that does not count', async () => {
    const { box: plain, shop: to } = await deployed({ coverage: false });
    const send = async (way: Way) => (await plain.execute([callOf(to, way)], { allowRevert: true })).transactionHash;
    const [none, failed] = [await send('none'), await send('assert')];
    const asserted = lineOf('FAIL: assert');
    const countsOf = async (params: object) =>
      recordsOf({ lcov: (await ask(plain, { format: 'lcov', ...params })).content } as CoverageReport, 'vault', 'DA');
    expect(await countsOf({ transaction_hash: none })).toContain(`${asserted},0`);
    expect(await countsOf({ transaction_hash: failed })).toContain(`${asserted},1`);
    // Machines that others use are not asked for what they counted.
    const flush = vi.spyOn(machinePool, 'flushCounts').mockImplementation(() => undefined);
    expect(await countsOf({ transaction_hash: failed })).toContain(`${asserted},1`);
    flush.mockRestore();
    const all = await ask(plain, { file: join(project.folder, 'src/vault.cairo') });
    expect(all.counted).toBe('TRANSACTIONS');
    expect(all.files.find(({ path }) => path.endsWith('vault.cairo'))!.contracts).toEqual(['Vault']);
    expect(all.source!.lines[asserted - 1]).toContain('FAIL: assert');
    await plain.close();
  });

  test('takes the memory for its counts from the budget, and says when others use it', async () => {
    const { box: plain, shop: to } = await deployed({ coverage: false });
    const { transactionHash } = await plain.execute([callOf(to, 'none')]);
    const others = workMemory.hold('answers');
    expect(others.grow(workMemory.limitBytes - workMemory.usedBytes - 1000)).toBe(true);
    const failing = ask(plain, { transaction_hash: transactionHash });
    await expect(failing).rejects.toThrow('use all memory that there is for them');
    others.end();
    expect((await ask(plain, { transaction_hash: transactionHash })).files).not.toEqual([]);
    expect(workMemory.usedBy('answers')).toBe(0);
    await plain.close();
  });

  test('has the source of covered files alone, and no transaction that does not exist', async () => {
    expect((await ask(box, { file: '/etc/passwd' })).source).toBeNull();
    expect((await ask(box, { file: join(project.folder, 'Scarb.toml') })).source).toBeNull();
    expect((await ask(box, {})).counted).toBe('RUN');
    await expect(ask(box, { transaction_hash: '0xdead' })).rejects.toThrow('Transaction hash not found');
  });
});
