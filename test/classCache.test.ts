import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatCasm } from '../src/cairo/casmJson.ts';
import { defaultConfig } from '../src/chain/config.ts';
import { createBundledNode } from '../src/chain/createBundledNode.ts';
import { ClassLibrary } from '../src/classes/classLibrary.ts';
import { compileClass, compileSierraSteps } from '../src/classes/compileClass.ts';
import { contentKey, digest } from '../src/classes/contentKey.ts';
import type { DeclaredClass } from '../src/classes/declaredClass.ts';
import { DiskClassCache } from '../src/classes/diskClassCache.ts';
import { readClass } from '../src/classes/readClass.ts';
import { toFelt } from '../src/felt/felt.ts';
import { classCacheFiles } from '../src/platform/cacheFolder.ts';
import { answerText } from '../src/rpc/answerText.ts';
import { Hub } from '../src/sandbox/hub.ts';
import type { SierraClass } from '../src/sierra/class/sierraClass.ts';
import { SierraError } from '../src/sierra/sierraError.ts';
import { skipUnless } from './support/skipUnless.ts';
import { declare, invoke } from './support/wallet.ts';

const readFixture = async (name: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, `../contracts/classes/${name}.sierra.json`), 'utf8'));
const deployer = await readFixture('universal_deployer');
const steps = await readFixture('steps');
const metaTx = await readFixture('meta_tx');
/** A new object each time, as each request has its own. */
const definitionOf = (file: unknown) => readClass(file) as SierraClass;

const onPosix = test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'starbox-classes-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Run {
  readonly maxBytes?: number;
  readonly stamp?: string;
  readonly path?: string;
}

/** What a run of the node has: a library of its own over the same folder. */
function newRun({ maxBytes, stamp = 'this build', path = folder }: Run = {}) {
  const log: string[] = [];
  const warnings: string[] = [];
  let compiled = 0;
  const cache = new DiskClassCache({
    files: classCacheFiles(path, { maxBytes, warn: (text) => warnings.push(text) }),
    compilerStamp: stamp,
    log: (text) => log.push(text.replace(/^[0-9a-f]{64}/, 'KEY')),
  });
  const library = new ClassLibrary({
    cache,
    compile: (definition, classHash) => {
      compiled++;
      return compileSierraSteps(definition, classHash);
    },
  });
  const fileOf = (file: unknown) => cache.fileName(contentKey(definitionOf(file)));
  return { cache, library, fileOf, log, warnings, compiled: () => compiled };
}

/** Compiles in a separate run, and ends it. */
async function compileIn(options: Run, ...files: readonly unknown[]) {
  const run = newRun(options);
  const classes: DeclaredClass[] = [];
  for (const file of files) classes.push(await run.library.compile(definitionOf(file)));
  await run.cache.flush();
  return { classes, compiled: run.compiled(), log: run.log, warnings: run.warnings };
}

const published = ({ casm }: DeclaredClass) => JSON.stringify(formatCasm(casm!));
const { classHash, compiledClassHash } = compileClass(definitionOf(deployer));
const onlyFile = async () => join(folder, (await readdir(folder))[0]!);

describe('a class that an earlier run compiled', () => {
  test('is not compiled again and is equal in every way', async () => {
    const first = await compileIn({}, deployer);
    const second = await compileIn({}, deployer);
    expect([first.compiled, second.compiled]).toEqual([1, 0]);
    expect([first.log, second.log]).toEqual([['KEY.class is saved'], ['KEY.class is in the cache']]);
    const [made, found] = [first.classes[0]!, second.classes[0]!];
    expect(published(found)).toBe(published(made));
    expect(found).toMatchObject({ classHash, compiledClassHash, definition: made.definition, casm: made.casm });
    expect(found.runnable).toEqual(made.runnable);
    expect(found.size).toEqual({ ...made.size, compiledJsonBytes: published(made).length });
  });

  onPosix('is in files that only the user can access', async () => {
    const path = join(folder, 'deep/inside');
    await compileIn({ path }, deployer);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    const names = await readdir(path);
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.class$/)]);
    expect((await stat(join(path, names[0]!))).mode & 0o777).toBe(0o600);
  });

  test('is not used for a class that differs in anything', async () => {
    const [first] = steps.entry_points_by_type.EXTERNAL;
    const more = { type: 'function', name: 'more', inputs: [], outputs: [], state_mutability: 'view' };
    const variants = [
      steps,
      { ...steps, abi: [...steps.abi, more] },
      { ...steps, contract_class_version: '0.1.1' },
      { ...steps, entry_points_by_type: { ...steps.entry_points_by_type, EXTERNAL: [] } },
      { ...steps, entry_points_by_type: { ...steps.entry_points_by_type, EXTERNAL: [], L1_HANDLER: [first] } },
      { ...steps, sierra_program: [...steps.sierra_program.slice(0, -1), '0x1'] },
    ];
    const { fileOf } = newRun();
    const names = variants.map(fileOf);
    expect(new Set(names).size).toBe(variants.length);
    expect(fileOf(structuredClone(steps))).toBe(names[0]);
  });

  test('is compiled again by another compiler', async () => {
    await compileIn({}, deployer);
    expect((await compileIn({ stamp: 'another build' }, deployer)).compiled).toBe(1);
    expect((await compileIn({ stamp: 'another build' }, deployer)).compiled).toBe(0);
    expect((await compileIn({}, deployer)).compiled).toBe(0);
  });

  test.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut', (text) => text.slice(0, -1)],
    ['cut in its first line', (text) => text.slice(0, 30)],
    ['changed', (text) => text.replace('"offset":', '"offset": ')],
    ['something else', () => '{"a": [1, 2]}\n\n'],
  ])('is compiled again when its file is %s', async (_, damage) => {
    await compileIn({}, deployer);
    const path = await onlyFile();
    const sound = await readFile(path, 'utf8');
    await writeFile(path, damage(sound));
    const again = await compileIn({}, deployer);
    expect(again.compiled).toBe(1);
    expect(again.log).toEqual(['KEY.class is damaged and is compiled again', 'KEY.class is saved']);
    expect(await readFile(path, 'utf8')).toBe(sound);
  });

  test('is compiled again when its file is another class’s', async () => {
    await compileIn({}, deployer);
    const path = await onlyFile();
    const run = newRun();
    await writeFile(join(folder, run.fileOf(steps)), await readFile(path));
    const declared = await run.library.compile(definitionOf(steps));
    expect(run.compiled()).toBe(1);
    expect(published(declared)).toBe(published(compileClass(definitionOf(steps))));
    await run.cache.flush();
  });

  onPosix('is compiled again when others can have written its file', async () => {
    await compileIn({}, deployer);
    const path = await onlyFile();
    await chmod(path, 0o666);
    const again = await compileIn({}, deployer);
    expect([again.compiled, again.log]).toEqual([1, ['KEY.class is saved']]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await compileIn({}, deployer)).compiled).toBe(0);
  });

  test('is an error that names its file, when it is first run, if the file is invalid in spite of a correct checksum', async () => {
    await compileIn({}, deployer);
    const path = await onlyFile();
    const [, head] = (await readFile(path, 'utf8')).split('\n');
    const content = `${head}\n{"bytecode": 1}`;
    const name = newRun().fileOf(deployer);
    await writeFile(path, `${digest(`${name}\n${content}`)}\n${content}`);
    const again = await compileIn({}, deployer);
    expect(again.compiled).toBe(0);
    expect(() => again.classes[0]!.runnable).toThrow(`The file ${name} of the class cache is invalid`);
  });
});

test('a class that is refused is not cached, and is refused alike every time', async () => {
  const broken = { ...deployer, sierra_program: deployer.sierra_program.slice(0, 400) };
  const errors = [];
  for (let i = 0; i < 2; i++) errors.push(await compileIn({}, broken).catch((error: unknown) => error));
  expect(errors[0]).toBeInstanceOf(SierraError);
  expect(errors[1]).toEqual(errors[0]);
  expect(await readdir(folder)).toEqual([]);
});

test('a class that is declared several times at once is compiled once', async () => {
  const run = newRun();
  const [a, b, c] = await Promise.all([0, 1, 2].map(() => run.library.compile(definitionOf(deployer))));
  expect([b === a, c === a, run.compiled()]).toEqual([true, true, 1]);
  expect(await run.library.compile(definitionOf(deployer))).toBe(a);
  await run.cache.flush();
  expect(await run.library.compile(definitionOf(deployer))).toBe(a);
  expect(run.compiled()).toBe(1);
});

test('runs that write at the same time leave complete files and nothing else', async () => {
  const runs = Array.from({ length: 6 }, () => newRun());
  await Promise.all(
    runs.map(async ({ library, cache }) => {
      await Promise.all([deployer, steps].map((file) => library.compile(definitionOf(file))));
      await cache.flush();
    }),
  );
  expect(await readdir(folder)).toHaveLength(2);
  expect((await compileIn({}, deployer, steps)).compiled).toBe(0);
});

describe('a class that several runs need at the same time', () => {
  test('is compiled by one of them, and the others wait for that', async () => {
    const runs = Array.from({ length: 4 }, () => newRun());
    const classes = await Promise.all(runs.map(({ library }) => library.compile(definitionOf(deployer))));
    expect(runs.reduce((sum, { compiled }) => sum + compiled(), 0)).toBe(1);
    expect(new Set(classes.map(published)).size).toBe(1);
    await Promise.all(runs.map(({ cache }) => cache.flush()));
    expect(await readdir(folder)).toHaveLength(1);
  });

  test('is refused by all of them if it cannot be compiled', async () => {
    const broken = { ...deployer, sierra_program: deployer.sierra_program.slice(0, 400) };
    const runs = Array.from({ length: 3 }, () => newRun());
    const refused = await Promise.all(runs.map(({ library }) => library.compile(definitionOf(broken)).catch(String)));
    expect(new Set(refused).size).toBe(1);
    await expect.poll(() => readdir(folder)).toEqual([]);
  });

  test.each([
    ['of a process that has ended', String(2 ** 22 + 1), 0],
    ['that is old', String(process.pid), 60],
    ['without a process that is old', '', 60],
  ])('is not waited for because of a claim %s', async (_, holder, ageSeconds) => {
    const claim = join(folder, `${newRun().fileOf(deployer)}.claim`);
    await writeFile(claim, holder);
    const then = new Date(Date.now() - ageSeconds * 1000);
    await utimes(claim, then, then);
    const { compiled, log } = await compileIn({}, deployer);
    expect([compiled, log]).toEqual([1, ['KEY.class is saved']]);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

test('the folder is bounded, and the least recently used class is deleted first', async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 15));
  const withVersion = (version: string) => ({ ...steps, contract_class_version: version });
  await compileIn({}, withVersion('a'));
  const { size } = await stat(await onlyFile());
  const maxBytes = Math.floor(3.5 * size);
  for (const version of ['b', 'c']) {
    await pause();
    await compileIn({ maxBytes }, withVersion(version));
  }
  await pause();
  // This class is used again, so the next oldest is deleted.
  expect((await compileIn({ maxBytes }, withVersion('a'))).compiled).toBe(0);
  await pause();
  await compileIn({ maxBytes }, withVersion('d'));
  await pause();
  await compileIn({ maxBytes }, withVersion('e'));
  const { fileOf } = newRun();
  const left = await readdir(folder);
  const isLeft = (version: string) => left.includes(fileOf(withVersion(version)));
  expect(['a', 'b', 'c', 'd', 'e'].map(isLeft)).toEqual([true, false, expect.any(Boolean), true, true]);
});

test('a folder that cannot be used disables the cache, but the class still compiles', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { classes, compiled, warnings } = await compileIn({ path: join(file, 'inside') }, deployer, steps);
  expect(compiled).toBe(2);
  expect(classes[0]).toMatchObject({ classHash, compiledClassHash });
  expect(warnings).toEqual([expect.stringContaining('cannot be read: Not a directory')]);
  expect(await readFile(file, 'utf8')).toBe('');
});

describe('a folder that others can write', () => {
  onPosix.each(['770', '703'])('is not used with mode %s, and that is said once', async (mode) => {
    const path = join(folder, 'shared');
    await mkdir(path);
    await compileIn({ path }, deployer);
    await chmod(path, Number.parseInt(mode, 8));
    const { classes, compiled, log, warnings } = await compileIn({ path }, deployer, steps);
    expect([compiled, log]).toEqual([2, []]);
    expect(classes[0]).toMatchObject({ classHash, compiledClassHash });
    expect(warnings).toEqual([
      `The cache in ${path} is not used, because this folder can be written by other users. Change that, or choose another folder.`,
    ]);
    expect(await readdir(path)).toHaveLength(1);
  });

  onPosix('is not used if it belongs to another user', async () => {
    await compileIn({}, deployer);
    const own = process.getuid!();
    vi.spyOn(process as Required<NodeJS.Process>, 'getuid').mockReturnValue(own + 1);
    const { compiled, warnings } = await compileIn({}, deployer);
    vi.restoreAllMocks();
    expect([compiled, warnings]).toEqual([1, [expect.stringContaining('this folder belongs to another user')]]);
  });
});

describe('a node with a cache', () => {
  async function nodeOf(cache: DiskClassCache | undefined) {
    const node = await createBundledNode({ ...defaultConfig, seed: 3, accounts: 1 }, undefined, {
      library: new ClassLibrary({ cache }),
    });
    const hub = new Hub(node);
    const ask = async (method: string, params: unknown) =>
      JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher));
    const [account] = node.accounts;
    const signer = { address: account!.address, privateKey: account!.privateKey };
    const close = async () => {
      await cache?.flush();
      hub.end();
      node.close();
    };
    return { ask, signer, close };
  }

  /** Declares a class, first with a wrong hash, uses it, and reads everything about it. */
  async function session(cache: DiskClassCache | undefined): Promise<unknown[]> {
    const { ask, signer, close } = await nodeOf(cache);
    const { classHash, compiledClassHash } = compileClass(definitionOf(metaTx));
    const wrong = { classHash, compiledClassHash: toFelt(7) };
    const hash = `0x${classHash.toString(16)}`;
    const answers = [
      await ask('starknet_addDeclareTransaction', declare(signer, 0, metaTx, wrong)),
      await ask('starknet_addDeclareTransaction', declare(signer, 0, metaTx, { classHash, compiledClassHash })),
      await ask('starknet_getClass', ['latest', hash]),
      await ask('starknet_getCompiledCasm', [hash]),
      await ask('starknet_getStateUpdate', ['latest']),
      await ask(
        'starknet_addInvokeTransaction',
        invoke(signer, 1, {
          to: 0x41a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bfn,
          entryPoint: 'deployContract',
          calldata: [classHash, 1n, 0n, 0n],
        }),
      ),
      await ask('starknet_getBlockWithReceipts', ['latest']),
    ];
    await close();
    return answers.map((answer) =>
      JSON.parse(JSON.stringify(answer).replaceAll(/"timestamp":\d+|"(block|parent)_hash":"[^"]*"/g, '"":""')),
    );
  }

  test('answers like one without a cache, whether the class is new or cached', async () => {
    const without = await session(undefined);
    expect(without[0]).toMatchObject({ error: { code: 60 } });
    expect(without.slice(1).every((answer) => 'result' in (answer as object))).toBe(true);
    const first = newRun();
    expect(await session(first.cache)).toEqual(without);
    const second = newRun();
    expect(await session(second.cache)).toEqual(without);
    expect(first.log).toContain('KEY.class is saved');
    expect(new Set(second.log)).toEqual(new Set(['KEY.class is in the cache']));
  });
});
