import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { type Felt, toFelt } from '../../src/felt/felt.ts';
import { type DeferredHashes, directHashing, type HashFormula } from '../../src/felt/hashing.ts';
import { RecipeWriter } from '../../src/felt/hashRecipe.ts';
import { kernelModule } from '../../src/felt/kernel.ts';
import { MAX_OUTSTANDING } from '../../src/platform/hashMessages.ts';
import { HashWorker } from '../../src/platform/hashWorker.ts';
import { isBuilt } from '../support/build.ts';
import { randomFormula, treeFormula } from '../support/hashFormula.ts';
import { Random } from '../support/random.ts';

const script = new URL('../../dist/hashWorker.js', import.meta.url);
const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let worker: HashWorker;
afterEach(() => worker?.close());

/** Starts the worker and waits until it takes formulas. */
async function startWorker(): Promise<void> {
  worker = new HashWorker(script, 0);
  await beginLater(randomFormula(0), toFelt(1));
}

type WorkerHashes = NonNullable<ReturnType<HashWorker['begin']>>;

/** Waits until a hash has arrived, from whoever computes it. */
const arrived = (hashes: WorkerHashes) => expect.poll(() => hashes.isSettled).toBe(true);

/** Waits until the worker takes a formula. */
async function beginLater(formula: HashFormula, before: Felt | DeferredHashes, count = 5): Promise<WorkerHashes> {
  let taken: WorkerHashes | undefined;
  await expect.poll(() => (taken ??= worker.begin(formula, count, before))).toBeDefined();
  return taken!;
}

const direct = (seed: number, before: Felt): readonly Felt[] => randomFormula(seed)(directHashing, before);

describe.runIf(isBuilt)('a hash worker (needs dist/)', () => {
  test('a long chain of formulas gives the hashes of the direct computation, whenever they are read', async () => {
    await startWorker();
    const random = new Random(3);
    let expected = toFelt(5);
    let before: Felt | DeferredHashes = expected;
    let taken = 0;
    const waiting: [DeferredHashes, readonly Felt[]][] = [];
    for (let seed = 1; seed <= 600; seed++) {
      const late: DeferredHashes | undefined = worker.begin(randomFormula(seed), 5, before);
      const hashes = direct(seed, expected);
      expected = hashes.at(-1)!;
      if (late) {
        taken++;
        waiting.push([late, hashes]);
      }
      before = late ?? expected;
      // Some are read at once, some after the worker had time, and in any order.
      if (random.below(3) === 0) await pause(random.below(4));
      while (waiting.length > random.below(40)) {
        const [[chosen, right]] = waiting.splice(random.below(waiting.length), 1) as [(typeof waiting)[number]];
        expect(chosen.settle()).toEqual(right);
      }
    }
    for (const [late, right] of waiting) expect(late.settle()).toEqual(right);
    expect(taken).toBeGreaterThanOrEqual(MAX_OUTSTANDING);
  });

  test('the worker computes a chain, so the main thread need not', async () => {
    await startWorker();
    let before: Felt | DeferredHashes = toFelt(5);
    const late = Array.from({ length: 10 }, (_, seed) => {
      const hashes = worker.begin(randomFormula(seed), 5, before)!;
      before = hashes;
      return hashes;
    });
    for (const hashes of late) await arrived(hashes);
    let expected = toFelt(5);
    for (const [seed, hashes] of late.entries()) {
      expect(hashes.settle()).toEqual(direct(seed, expected));
      expected = hashes.settle().at(-1)!;
    }
  });

  test('a hash that is read before the worker has answered does not wait for it', async () => {
    await startWorker();
    const late = worker.begin(randomFormula(1), 5, toFelt(9))!;
    expect(late.isSettled).toBe(false);
    expect(late.settle()).toEqual(direct(1, toFelt(9)));
    await pause(50);
    expect(late.settle()).toEqual(direct(1, toFelt(9)));
  });

  test('two formulas may build on one', async () => {
    await startWorker();
    const first = worker.begin(randomFormula(1), 5, toFelt(9))!;
    const left = worker.begin(randomFormula(2), 5, first)!;
    const right = worker.begin(randomFormula(3), 5, first)!;
    for (const hashes of [left, right]) await arrived(hashes);
    const hash = direct(1, toFelt(9)).at(-1)!;
    expect(right.settle()).toEqual(direct(3, hash));
    expect(left.settle()).toEqual(direct(2, hash));
  });

  test('a formula may build on one that was answered long ago', async () => {
    await startWorker();
    const first = worker.begin(randomFormula(1), 5, toFelt(9))!;
    for (let i = 0; i < 3 * MAX_OUTSTANDING; i++) {
      worker.begin(randomFormula(i), 5, toFelt(i));
      if (i % 4 === 0) await pause(5);
    }
    await arrived(first);
    const late = await beginLater(randomFormula(2), first);
    await arrived(late);
    expect(late.settle()).toEqual(direct(2, direct(1, toFelt(9)).at(-1)!));
  });

  test('with too many unanswered requests it takes no more, and later it does again', async () => {
    await startWorker();
    let taken = 0;
    while (worker.begin(randomFormula(taken), 5, toFelt(taken))) taken++;
    expect(taken).toBeGreaterThan(MAX_OUTSTANDING - 5);
    expect(taken).toBeLessThanOrEqual(MAX_OUTSTANDING);
    await beginLater(randomFormula(1), toFelt(1));
  });

  test('formulas over thousands of values give the right hashes, and others may build on them', async () => {
    await startWorker();
    const random = new Random(5);
    for (const length of [2000, 40_000, 1500]) {
      const felts = Array.from({ length }, () => random.felt());
      const long: HashFormula = (hashing, before) => [hashing.many([...felts, before])];
      const first = worker.begin(long, 1, toFelt(1))!;
      const second = worker.begin(long, 1, toFelt(2))!;
      const short = worker.begin(randomFormula(6), 5, first)!;
      await pause(random.below(200));
      const hash = long(directHashing, toFelt(1))[0]!;
      expect(short.settle()).toEqual(direct(6, hash));
      expect(first.settle()).toEqual([hash]);
      expect(second.settle()).toEqual(long(directHashing, toFelt(2)));
    }
  });

  test('a formula of many steps that is read while the worker computes it gives the right hashes', async () => {
    await startWorker();
    const random = new Random(8);
    for (let round = 0; round < 60; round++) {
      const felts = Array.from({ length: 1 << random.below(8) }, () => random.felt());
      const tree = treeFormula(felts);
      const late = await beginLater(tree, toFelt(round), 1);
      const end = performance.now() + random.below(4);
      // The main thread is busy meanwhile, so that the message of the worker is not read.
      while (performance.now() < end);
      expect(late.settle()).toEqual(tree(directHashing, toFelt(round)));
      await pause();
    }
  });

  test('a formula that is too large for a recipe is left to the caller', async () => {
    await startWorker();
    const long = worker.begin((hashing) => [hashing.many(new Array(70_000).fill(1n))], 1, toFelt(1));
    expect(long).toBeUndefined();
    expect(worker.begin(randomFormula(4), 5, toFelt(2))!.settle()).toEqual(direct(4, toFelt(2)));
  });

  test('hashes that were under way when the worker was closed are still computed', async () => {
    await startWorker();
    const late = [1, 2, 3].map((seed) => worker.begin(randomFormula(seed), 5, toFelt(seed))!);
    worker.close();
    for (const [i, hashes] of late.entries()) expect(hashes.settle()).toEqual(direct(i + 1, toFelt(i + 1)));
    expect(worker.begin(randomFormula(4), 5, toFelt(2))).toBeUndefined();
  });

  test('the script does not guess a hash that it no longer has', async () => {
    const own = new Worker(script, { workerData: kernelModule() });
    const messages: unknown[] = [];
    own.on('message', (message) => messages.push(message));
    own.postMessage([{ id: 1, recipe: new RecipeWriter().write(randomFormula(1), 5)!.shared, builtOn: 7 }]);
    while (messages.length < 2) await pause(5);
    await own.terminate();
    expect(messages).toEqual(['ready', [{ id: 1, hashes: undefined }]]);
  });
});

test('a worker that cannot start takes nothing', async () => {
  worker = new HashWorker(pathToFileURL('/nowhere/hashWorker.js'), 0);
  for (let i = 0; i < 20; i++) {
    expect(worker.begin(randomFormula(i), 5, toFelt(1))).toBeUndefined();
    await pause(10);
  }
});
