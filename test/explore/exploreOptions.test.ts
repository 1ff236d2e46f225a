// What explore gives to a test, and how it fails.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { account } from '../../src/starknet/index.ts';
import { describeDisturbance } from '../../src/testing/explore/disturbance.ts';
import {
  assertChangesBalance,
  between,
  type ExploreBody,
  ExploreError,
  explore,
  fuzz,
} from '../../src/testing/index.ts';
import { STRK } from '../support/wallet.ts';

const gas = (max_amount: bigint) => ({ max_amount, max_price_per_unit: 10n ** 12n });
const BOUNDS = { l1_gas: gas(1000n), l1_data_gas: gas(1000n), l2_gas: gas(5_000_000n) };

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 1, accounts: 1 });
});
afterAll(() => box.close());
afterEach(() => void vi.useRealTimers());

test('an error of the test itself is thrown as it is', async () => {
  const own = new Error('mine');
  await expect(
    explore(box, () => {
      throw own;
    }),
  ).rejects.toBe(own);
});

test('a test in which nothing can go wrong is refused', async () => {
  await expect(explore(box, ({ box }) => box.mint('0x1', 5n))).rejects.toThrow('Nothing can go wrong in this test');
  await expect(
    explore(box, ({ box }) => box.request('starknet_blockNumber'), { kinds: ['socket-cut'] }),
  ).rejects.toThrow('Nothing of socket-cut can happen in this test. What can happen: delay, cut,');
});

test('an option that does not exist is named', async () => {
  await expect(explore(box, () => undefined, { schedule: [], runs: 5 } as object)).rejects.toThrow('runs');
});

test.each([
  [{ schedules: 0 }, 'schedules must be a whole number of at least 1, not 0.'],
  [{ schedules: '10O' }, 'schedules must be a whole number of at least 1, not "10O".'],
  [{ seed: -1 }, 'seed must be a whole number of at least 0, not -1.'],
  [{ seed: 1.5 }, 'seed must be a whole number of at least 0, not 1.5.'],
  [{ timeLimit: 0 }, 'timeLimit must be a whole number from 1 to 2147483647, not 0.'],
  [{ timeLimit: Infinity }, 'timeLimit must be a whole number from 1 to 2147483647, not Infinity.'],
  [{ kinds: ['delay', 'cutt'] }, 'kinds[1] is "cutt", which is no kind. Did you mean cut? The kinds are delay, cut,'],
  [{ kinds: [] }, 'kinds must be a list with some of delay, cut,'],
  [{ kinds: 'delay' }, 'kinds must be a list with some of delay, cut,'],
])('the options %j are refused', async (options, message) => {
  const body = ({ box }: { readonly box: Sandbox }) => box.request('starknet_blockNumber').catch(() => undefined);
  await expect(explore(box, body, options as object)).rejects.toThrow(message);
});

test('after its time, a test that never ends moves faked timers no more', async () => {
  let moved = 0;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const timers = { advanceTimersToNextTimerAsync: () => turn().then(() => moved++) };
  const body = ({ box }: { readonly box: Sandbox }) =>
    box.request('starknet_blockNumber').catch(() => new Promise(() => undefined));
  const run = explore(box, body, { schedule: [{ fault: 'unavailable', at: 1 }], timeLimit: 100, timers });
  await expect(run).rejects.toThrow('did not end within 0.1 s');
  // The move that was under way.
  await turn();
  const before = moved;
  for (let i = 0; i < 20; i++) await turn();
  expect(moved).toBe(before);
});

test('the report counts what happened before the test was calm', async () => {
  const body: ExploreBody = async ({ box, calm }) => {
    await box.request('starknet_blockNumber').catch(() => undefined);
    await calm();
  };
  const { kinds } = await explore(box, body, { schedules: 10, kinds: ['unavailable'] });
  expect(kinds.unavailable!.drawn).toBe(10);
  expect(kinds.unavailable!.happened).toBeGreaterThan(0);
});

test('a price moves as many blocks after the open one as the schedule says, and other schedules go on', async () => {
  await using moving = box.clone();
  await moving.market.setPrices({ l1: [{ block: (await moving.blocks.number()) + 3, wei: 77n }] });
  for (const after of [1, 2, 3]) {
    const found: (readonly [boolean, bigint])[] = [];
    const body: ExploreBody = async ({ box, schedule }) => {
      if (schedule === 0) return;
      const { prices: first } = await box.market.get();
      for (let i = 0; i < 4; i++) {
        const { prices } = await box.market.get();
        found.push([prices.l2GasPriceFri === first.l2GasPriceFri * 2n, prices.gasPrice]);
        await box.blocks.mine();
      }
    };
    await explore(moving, body, { schedule: [{ fault: 'price-moved', after, percent: 200 }] });
    expect(found.map(([isMoved]) => isMoved)).toEqual([0, 1, 2, 3].map((block) => block >= after));
    expect(found.map(([, price]) => price === 77n)).toEqual([false, false, true, true]);
  }
});

test.each([
  [1, 'From the block after the open one on, the price of L2 gas rises to 200 % of what it was.'],
  [3, 'From 3 blocks after the open one on, the price of L2 gas rises to 200 % of what it was.'],
])('a price that moves %i blocks later is told so', (after, sentence) => {
  expect(describeDisturbance({ fault: 'price-moved', after, percent: 200 })).toBe(sentence);
});

test.each<[string, (box: Sandbox) => Promise<unknown>]>([
  ['mempool:SECONDS', (box) => box.blocks.setMode('mempool:5')],
  ['a mempool that was set later', (box) => box.blocks.setMode('mempool')],
])('%s can be reordered', async (_, prepare) => {
  await using pool = box.clone();
  await prepare(pool);
  const body: ExploreBody = ({ box }) => box.blocks.mine();
  expect(await explore(pool, body, { schedules: 3, kinds: ['reordered'] })).toMatchObject({ schedules: 3 });
});

test('a mempool that the test itself sets can be reordered', async () => {
  const body: ExploreBody = ({ box }) => box.blocks.setMode('mempool');
  expect(await explore(box, body, { schedules: 3, kinds: ['reordered'] })).toMatchObject({ schedules: 3 });
});

test('a test that does not end under a schedule has failed', async () => {
  const run = explore(
    box,
    async ({ box }) => {
      await box.request('starknet_blockNumber').catch(() => new Promise(() => undefined));
    },
    { kinds: ['unavailable'], timeLimit: 200 },
  );
  await expect(run).rejects.toThrow('The test did not end within 0.2 s.');
});

test('assertions know the sandboxes in which tests run many times', async () => {
  const pay = async (to: Sandbox, amount: bigint) => {
    await assertChangesBalance(() => to.strk.write.transfer('0x77', amount), '0x77', amount);
  };
  await explore(
    box,
    async ({ box }) => {
      await box.request('starknet_blockNumber').catch(() => undefined);
      await pay(box, 5n);
    },
    { schedules: 2, kinds: ['delay'] },
  );
  await fuzz('a transfer arrives', ({ box, draw }) => pay(box, draw(between(0n, 9n))), { box, runs: 2 });
});

test('the original sandbox is as it was', async () => {
  const before = await box.blocks.number();
  const body = async ({ box }: { readonly box: Sandbox }) => {
    await box.request('starknet_blockNumber').catch(() => undefined);
    await box.blocks.mine(2);
  };
  await explore(box, body, { schedules: 5 });
  expect(await box.blocks.number()).toBe(before);
  expect((await box.faults.get()).rules).toEqual([]);
});

test('over HTTP any client is disturbed, and the recipe repeats it', async () => {
  const statuses = new Set<number>();
  const body = async ({ url }: { readonly url: string }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"starknet_blockNumber"}',
    });
    statuses.add(answer.status);
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  };
  const found = await explore(box, body, { http: true, kinds: ['too-many-requests'] }).catch((error) => error);
  expect(found).toBeInstanceOf(ExploreError);
  expect(found.message).toContain('The 1st request is refused with 429');
  expect(found.message).toContain('It fails with: answered 429');
  expect(found.schedule).toEqual([{ fault: 'too-many-requests', at: 1 }]);
  await expect(explore(box, body, { http: true, schedule: found.schedule })).rejects.toThrow('answered 429');
  expect([...statuses]).toEqual([200, 429]);
});

test('without a port, the URL says how to get one', async () => {
  await expect(explore(box, ({ url }) => url)).rejects.toThrow('{ http: true }');
});

test('with fake timers, hours of a program and the delays of faults pass at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const waited: number[] = [];
  await explore(
    box,
    async ({ box, clock }) => {
      const start = Date.now();
      await clock.sleep(3_600_000);
      await box.request('starknet_blockNumber').catch(() => undefined);
      waited.push(Date.now() - start);
    },
    { schedules: 10, kinds: ['delay'], timers: vi },
  );
  expect(Math.min(...waited)).toBe(3_600_000);
  expect(Math.max(...waited)).toBeGreaterThan(3_600_000);
});

test('a sleep moves the time of the chain', async () => {
  const times: bigint[] = [];
  await explore(
    box,
    async ({ box, clock }) => {
      const before = await box.time.now();
      for (let i = 0; i < 4; i++) await clock.sleep(900);
      await box.request('starknet_blockNumber').catch(() => undefined);
      await box.blocks.mine();
      times.push((await box.time.now()) - before);
    },
    { schedules: 1 },
  );
  for (const time of times) expect(Number(time)).toBeGreaterThanOrEqual(3);
});

test('in mempool mode, a test that needs the order of arrival is found', async () => {
  await using pool = await Sandbox.create({ seed: 1, accounts: 3, blockGenerationOn: 'mempool' });
  const run = explore(
    pool,
    async ({ box }) => {
      const sent: string[] = [];
      for (const i of [0, 1, 2]) {
        const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x5afe', 1n, 0n] };
        const { transaction_hash } = await account(box, i).execute(call, {
          nonce: 0n,
          resourceBounds: BOUNDS,
          tip: 0n,
        });
        sent.push(transaction_hash);
      }
      await box.blocks.mine();
      const { transactions } = await box.request('chain_getBlockWithTxHashes', { block_id: 'latest' });
      expect(transactions).toEqual(sent);
    },
    { kinds: ['reordered'] },
  );
  await expect(run).rejects.toThrow('The mempool selects in another order');
});
