// Programs with one mistake each: explore finds it, and their mended versions survive.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { account } from '../../src/starknet/index.ts';
import { type ExploreBody, ExploreError, type ExploreOptions, explore } from '../../src/testing/index.ts';
import { STRK } from '../support/wallet.ts';
import { Indexer, type IndexerMistake } from './bots/indexer.ts';
import { type Mistake, PayoutBot } from './bots/payoutBot.ts';

const FRIEND = '0x5afe';
const AMOUNTS = [3n, 5n, 7n];
/** More with STARBOX_LONG_TESTS=1. */
const MENDED = process.env['STARBOX_LONG_TESTS'] ? 10_000 : 150;

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 1, accounts: 3, stateArchiveCapacity: 'full' });
});
afterAll(() => box.close());

/** A bot pays three amounts, and nothing else may arrive. */
const payout =
  (mistake?: Mistake): ExploreBody =>
  async ({ box, clock, calm }) => {
    const bot = new PayoutBot({ account: account(box, 0), sleep: clock.sleep, mistake });
    await bot.pay(FRIEND, AMOUNTS);
    await calm();
    expect(await box.balanceOf(FRIEND)).toBe(15n);
  };

/** Two accounts pay while an indexer listens, and it must know each payment with its block. */
const indexing =
  (mistake?: IndexerMistake): ExploreBody =>
  async ({ box, clock, calm }) => {
    const indexer = new Indexer(box, STRK, FRIEND, mistake);
    await indexer.start();
    for (const [i, amount] of AMOUNTS.entries())
      await new PayoutBot({ account: account(box, i % 2), sleep: clock.sleep }).pay(FRIEND, [amount]);
    await calm();
    await clock.sleep(0);
    await indexer.catchUp();
    const truth = new Indexer(box, STRK, FRIEND);
    await truth.catchUp();
    indexer.stop();
    expect(indexer.payments).toEqual(truth.payments);
  };

const failureOf = async (body: ExploreBody, seed: number, kinds?: ExploreOptions['kinds']): Promise<ExploreError> => {
  const error = await explore(box, body, { schedules: 200, seed, ...(kinds && { kinds }) }).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ExploreError);
  return error as ExploreError;
};

// Where a program has another weakness that would be found first, the kinds are those of its mistake.
describe.each<[string, ExploreBody, ExploreOptions['kinds']?]>([
  ['counts nonces by itself', payout('counts nonces by itself')],
  ['pays again without an answer', payout('pays again without an answer'), ['answer-lost', 'cut']],
  ['leaves out what is refused', payout('leaves out what is refused')],
  ['waits for the hash alone', payout('waits for the hash alone')],
  ['knows no reorganisations', indexing('knows no reorganisations')],
  ['counts notifications', indexing('counts notifications'), ['notification-doubled']],
])('a program that %s', (_, body, kinds) => {
  test('fails within 200 schedules, under at most three disturbances, the same each time', async () => {
    const first = await failureOf(body, 1, kinds);
    expect(first.schedule.length).toBeLessThanOrEqual(3);
    const again = await failureOf(body, 1, kinds);
    expect(again.message).toBe(first.message);
    await expect(explore(box, body, { schedule: first.schedule })).rejects.toThrow(ExploreError);
  });
});

test.each<[string, ExploreBody]>([
  ['a payout', payout()],
  ['an index', indexing()],
])('%s without a mistake survives', async (_, body) => {
  const { kinds } = await explore(box, body, { schedules: MENDED, seed: 2 });
  expect(Object.keys(kinds).length).toBeGreaterThan(5);
});
