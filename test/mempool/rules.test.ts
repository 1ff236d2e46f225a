// The rules of the networks' pool, and blocks by the clock of the chain.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/index.ts';
import { mempoolRules } from '../../src/mempool/mempoolRules.ts';
import { mempoolBox, queueTransfer, statuses } from '../support/mempoolBox.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const box of opened.splice(0)) await box.close();
});
async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const box = await mempoolBox({ mempoolRules: 'network', ...options });
  opened.push(box);
  await box.time.freeze();
  return box;
}
const CLASS = JSON.parse(readFileSync(new URL('../../contracts/classes/blake.sierra.json', import.meta.url), 'utf8'));
const GWEI = 10n ** 9n;
const errorOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ code, message }) => ({ code, message }),
  );
const transactionsOf = async (box: Sandbox, number: number) =>
  (await box.request('starknet_getBlockWithTxHashes', { block_id: { block_number: number } })).transactions;

test('the page has every rule', () => {
  const page = readFileSync(new URL('../../docs/mempool.md', import.meta.url), 'utf8');
  for (const name of Object.keys(mempoolRules)) expect(page).toContain(`| \`${name}\` |`);
});

test('a nonce may be 200 ahead of that of the account, and not below it', async () => {
  const box = await open();
  await queueTransfer(box, 0, 200);
  expect(await errorOf(queueTransfer(box, 0, 201))).toMatchObject({ code: 52 });
  await queueTransfer(box, 0, 0);
  await box.mempool.preconfirm();
  await queueTransfer(box, 0, 201);
  expect(await errorOf(queueTransfer(box, 0, 0))).toMatchObject({
    code: 52,
    message: expect.stringContaining('already 1'),
  });
});

test('a transaction is replaced by one that offers a tenth more tip and price, rounded up', async () => {
  const box = await open();
  const first = await queueTransfer(box, 0, 0, { tip: 11n, l2PriceFri: GWEI });
  const dear = (GWEI * 11n) / 10n;
  expect(await errorOf(queueTransfer(box, 0, 0, { tip: 12n, l2PriceFri: dear }))).toMatchObject({ code: 64 });
  expect(await errorOf(queueTransfer(box, 0, 0, { tip: 13n, l2PriceFri: dear - 1n }))).toMatchObject({ code: 64 });
  expect(Object.keys(await statuses(box))).toEqual([first]);
  const second = await queueTransfer(box, 0, 0, { tip: 13n, l2PriceFri: dear });
  expect(await statuses(box)).toEqual({ [second]: 'RECEIVED' });
  await expect(box.request('starknet_getTransactionStatus', { transaction_hash: first })).rejects.toMatchObject({
    code: 29,
  });
});

test('a transaction in the open block is not replaced', async () => {
  const box = await open();
  await queueTransfer(box, 0, 0);
  await box.mempool.preconfirm();
  expect(await errorOf(queueTransfer(box, 0, 0, { tip: 99n, l2PriceFri: 9n * GWEI }))).toMatchObject({ code: 52 });
});

test('a price bound below the price is refused, and waits if the price rises later', async () => {
  const box = await open();
  expect(await errorOf(queueTransfer(box, 0, 0, { l2PriceFri: GWEI - 1n }))).toMatchObject({ code: 65 });
  const hash = await queueTransfer(box, 0, 0, { l2PriceFri: GWEI });
  await box.request('devnet_setGasPrice', { l2_gas_price_fri: 2 * 10 ** 9, generate_block: true });
  expect((await box.mempool.preconfirm()).preConfirmed).toEqual([]);
  const { blocked } = await box.mempool.preconfirm([hash]);
  expect(blocked).toEqual([
    { transactionHash: hash, reason: expect.stringContaining('the price is 2,000,000,000 fri') },
  ]);
  await box.request('devnet_setGasPrice', { l2_gas_price_fri: 10 ** 9, generate_block: true });
  expect((await box.mempool.preconfirm()).preConfirmed).toEqual([hash]);
});

test('a transaction is dropped after five minutes of the chain, and a dump repeats that', async () => {
  const box = await open({ journal: true });
  const old = await queueTransfer(box, 0, 1);
  await box.time.increase(300);
  const young = await queueTransfer(box, 1, 0);
  expect(Object.keys(await statuses(box))).toEqual([old, young]);
  await box.time.increase(1);
  await box.mempool.preconfirm();
  expect(await statuses(box)).toEqual({ [young]: 'PRE_CONFIRMED' });
  const dump = box.dump();
  const again = await open();
  await again.load(dump);
  expect(await statuses(again)).toEqual({ [young]: 'PRE_CONFIRMED' });
});

test('a declaration waits for 20 seconds, and is not replaced before', async () => {
  const box = await open();
  const sent = box.declare(CLASS, { from: box.accounts[0]! });
  await box.mempool.arrived();
  const hash = (await box.mempool.get()).transactions[0]!.transactionHash;
  expect((await box.mempool.preconfirm([hash])).blocked[0]?.reason).toContain('20 seconds');
  expect(await errorOf(queueTransfer(box, 0, 0, { tip: 9n, l2PriceFri: 10n ** 13n }))).toMatchObject({ code: 64 });
  await box.time.increase(19);
  expect((await box.mempool.preconfirm()).preConfirmed).toEqual([]);
  await box.time.increase(1);
  expect((await box.mempool.preconfirm()).preConfirmed).toEqual([hash]);
  await sent;
});

test('blocks of the clock are made on the way when the time is increased, as long as there is something to select', async () => {
  const box = await open({ blockGenerationOn: 'mempool:5', mempoolMaxTransactionsPerBlock: 2, mempoolRules: 'none' });
  const hashes: string[] = [];
  for (let nonce = 0; nonce < 5; nonce++) hashes.push(await queueTransfer(box, 0, nonce));
  const start = await box.time.now();
  await box.time.increase(60);
  expect(await box.blocks.number()).toBe(4);
  expect(await Promise.all([1, 2, 3, 4].map((number) => transactionsOf(box, number)))).toEqual([
    hashes.slice(0, 2),
    hashes.slice(2, 4),
    hashes.slice(4),
    [],
  ]);
  const times = await Promise.all(
    [1, 2, 3, 4].map(
      async (number) =>
        (await box.request('starknet_getBlockWithTxHashes', { block_id: { block_number: number } })).timestamp,
    ),
  );
  expect(times.map((time) => BigInt(time) - start)).toEqual([5n, 10n, 15n, 60n]);
});

test('what blocks of the clock did is repeated by a dump', async () => {
  const box = await open({
    blockGenerationOn: 'mempool:5',
    journal: true,
    mempoolRules: 'none',
    mempoolOrdering: 'random',
  });
  for (const account of [0, 1, 2, 3]) await queueTransfer(box, account, 0);
  await box.mempool.preconfirm(1);
  await box.mempool.configure({ maxTransactionsPerBlock: 2 });
  await box.time.increase(20);
  const again = await open({ blockGenerationOn: 'mempool:5', mempoolRules: 'none' });
  await again.load(box.dump());
  const last = await box.blocks.number();
  expect(await again.blocks.number()).toBe(last);
  for (let number = 1; number <= last; number++)
    expect(await transactionsOf(again, number)).toEqual(await transactionsOf(box, number));
});
