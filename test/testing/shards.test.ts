// The sequences of an invariant in several processes: each runs a part, and together they find what one finds.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { DeployedContract, Sandbox } from '../../src/index.ts';
import { type InvariantReport, invariant } from '../../src/testing/index.ts';
import { deployPlanted, plantedBox } from '../support/planted.ts';

let box: Sandbox;
let club: DeployedContract;
beforeAll(async () => {
  box = await plantedBox();
  club = await deployPlanted(box, 'Club');
});
afterAll(() => box.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

const SHARDS = [['1/1'], ['1/2', '2/2'], ['1/4', '2/4', '3/4', '4/4']] as const;

/** Runs the same invariant once for each shard. */
async function inShards<T>(shards: readonly string[], run: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (const shard of shards) {
    vi.stubEnv('STARBOX_FUZZ_SHARD', shard);
    results.push(await run());
  }
  return results;
}

test('shards make the calls that one process makes', async () => {
  const run = () => invariant('x', { box, contracts: { club }, runs: 200, depth: 1, check: () => true });
  const sum = (reports: readonly InvariantReport[]) =>
    (['sequences', 'calls', 'reverted'] as const).map((name) => reports.reduce((all, each) => all + each[name], 0));
  const sums = [];
  for (const shards of SHARDS) sums.push(sum(await inShards(shards, run)));
  expect(sums[0]![0]).toBe(200);
  expect(sums[1]).toEqual(sums[0]);
  expect(sums[2]).toEqual(sums[0]);
});

test('the shard that has the first failing sequence finds the same as one process', async () => {
  const run = () =>
    invariant('every member knows its place', {
      box,
      contracts: { club },
      check: async ({ club }) => {
        const count = Number(await club.read.count());
        for (let place = 1; place <= count; place++)
          expect(await club.read.place_of(await club.read.member(place))).toBe(BigInt(place));
      },
    }).then(
      () => undefined,
      (error: Error) => error.message.replaceAll(/Debug it:.*/gs, ''),
    );
  const numberOf = (message: string | undefined) => Number(/Found by sequence (\d+)/.exec(message ?? '')?.[1]);
  const [alone] = await inShards(SHARDS[0], run);
  for (const shards of SHARDS.slice(1)) {
    const messages = (await inShards(shards, run)).filter((message) => message !== undefined);
    const first = messages.reduce((a, b) => (numberOf(a) < numberOf(b) ? a : b));
    expect(first).toBe(alone);
  }
});
