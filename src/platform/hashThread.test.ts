import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomFormula } from '../../test/support/hashFormula.ts';
import { Random } from '../../test/support/random.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { type DeferredHashes, directHashing, type HashFormula } from '../felt/hashing.ts';
import { kernelModule } from '../felt/kernel.ts';
import { HashShare, PASSED, READY, UP, WRITTEN } from './hashShare.ts';
import { HashThread } from './hashThread.ts';

const script = new URL('../../dist/hashWorker.js', import.meta.url);
const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let thread: HashThread | undefined;
afterEach(() => thread?.close());

/** The thread once it takes formulas. */
async function started(): Promise<void> {
  thread = new HashThread(script, 0);
  for (let i = 0; i < 500 && !thread!.begin(randomFormula(0), 5, toFelt(1)); i++) await pause(10);
}

const direct = (seed: number, before: Felt): readonly Felt[] => randomFormula(seed)(directHashing, before);

describe.runIf(existsSync(script))('a hash thread (needs dist/)', () => {
  test('a long chain comes out as computed at once, whenever hashes are read', async () => {
    await started();
    const random = new Random(3);
    let expected = toFelt(5);
    let before: Felt | DeferredHashes = expected;
    let taken = 0;
    const waiting: [DeferredHashes, readonly Felt[]][] = [];
    for (let seed = 1; seed <= 600; seed++) {
      const late: DeferredHashes | undefined = thread!.begin(randomFormula(seed), 5, before);
      const hashes = direct(seed, expected);
      expected = hashes.at(-1)!;
      if (late) {
        taken++;
        waiting.push([late, hashes]);
      }
      before = late ?? expected;
      // Now at once, now after the thread had time, now in another order, and some after the ring went round.
      if (random.below(3) === 0) await pause();
      while (waiting.length > random.below(40)) {
        const [[chosen, right]] = waiting.splice(random.below(waiting.length), 1) as [(typeof waiting)[number]];
        expect(chosen!.settle()).toEqual(right);
      }
    }
    for (const [late, right] of waiting) expect(late.settle()).toEqual(right);
    expect(taken).toBeGreaterThan(100);
  });

  test('two formulas may build on one', async () => {
    await started();
    const first = thread!.begin(randomFormula(1), 5, toFelt(9))!;
    const left = thread!.begin(randomFormula(2), 5, first)!;
    const right = thread!.begin(randomFormula(3), 5, first)!;
    const hash = direct(1, toFelt(9)).at(-1)!;
    expect(right.settle()).toEqual(direct(3, hash));
    expect(left.settle()).toEqual(direct(2, hash));
  });

  describe('the thread itself', () => {
    const share = HashShare.create();
    let worker: Worker;
    beforeAll(async () => {
      worker = new Worker(script, { workerData: { module: kernelModule(), memory: share.memory } });
      while (share.get(UP) === 0) await pause(5);
    });
    afterAll(() => worker.terminate());

    test('being woken for nothing is no work done', async () => {
      for (let i = 0; i < 50; i++) {
        Atomics.notify(new Int32Array(share.memory), WRITTEN);
        await pause(1);
      }
      expect(share.get(PASSED)).toBe(0);
    });

    test('a recipe over one that is not done is given back', async () => {
      share.describe(0, { length: 0, results: 1, before: 7, range: share.room(0) });
      share.setState(0, READY);
      share.raise(WRITTEN);
      while (share.get(PASSED) === 0) await pause(1);
      expect(share.state(0)).toBe(READY);
    });
  });

  test('long formulas come out right, one at a time', async () => {
    await started();
    const random = new Random(5);
    for (const length of [2000, 40_000, 1500]) {
      const felts = Array.from({ length }, () => random.felt());
      const long: HashFormula = (hashing, before) => [hashing.many([...felts, before])];
      // The room of the one before is free once the thread is through with it.
      let first: DeferredHashes | undefined;
      while (!(first = thread!.begin(long, 1, toFelt(1)))) await pause(1);
      // While it is under way there may be no room for another, but there is for short ones that build on it.
      const second = thread!.begin(long, 1, toFelt(2));
      const short = thread!.begin(randomFormula(6), 5, first)!;
      const hash = long(directHashing, toFelt(1))[0]!;
      expect(short.settle()).toEqual(direct(6, hash));
      expect(first.settle()).toEqual([hash]);
      if (second) expect(second.settle()).toEqual(long(directHashing, toFelt(2)));
    }
  });

  test('a long one waits for those that build on the one before', async () => {
    await started();
    const long: HashFormula = (hashing, before) => [hashing.many([...new Array(1100).fill(1n), before])];
    // Reads what it builds on at its end, some milliseconds later.
    const slow: HashFormula = (hashing, before) => {
      let value = hashing.pair(toFelt(1), toFelt(2));
      for (let i = 0; i < 250; i++) value = hashing.pair(value, toFelt(i));
      return [hashing.pair(value, before)];
    };
    const first = thread!.begin(long, 1, toFelt(1))!;
    const builtOn = Array.from({ length: 6 }, () => thread!.begin(slow, 1, first)!);
    let second: DeferredHashes | undefined;
    while (!second) second = thread!.begin(long, 1, toFelt(2));
    expect(second.settle()).toEqual(long(directHashing, toFelt(2)));
    const right = slow(directHashing, long(directHashing, toFelt(1))[0]!);
    for (const hashes of builtOn) expect(hashes.settle()).toEqual(right);
  });

  test('a formula that is too long for anything is left to the caller', async () => {
    await started();
    const long = thread!.begin((hashing) => [hashing.many(new Array(70_000).fill(1n))], 1, toFelt(1));
    expect(long).toBeUndefined();
    expect(thread!.begin(randomFormula(4), 5, toFelt(2))!.settle()).toEqual(direct(4, toFelt(2)));
  });

  test('what was under way when the thread ended is still computed', async () => {
    await started();
    const late = [1, 2, 3].map((seed) => thread!.begin(randomFormula(seed), 5, toFelt(seed))!);
    thread!.close();
    for (const [i, hashes] of late.entries()) expect(hashes.settle()).toEqual(direct(i + 1, toFelt(i + 1)));
    expect(thread!.begin(randomFormula(4), 5, toFelt(2))).toBeUndefined();
  });
});

test('a thread that cannot start takes nothing', async () => {
  thread = new HashThread(pathToFileURL('/nowhere/hashWorker.js'), 0);
  for (let i = 0; i < 20; i++) {
    expect(thread!.begin(randomFormula(i), 5, toFelt(1))).toBeUndefined();
    await pause(10);
  }
});
