// The steps that the public design of the mempool mode is tested with, played here.
import { afterEach, expect, test } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/index.ts';
import { mempoolBox, queueTransfer, statuses } from '../support/mempoolBox.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const box of opened.splice(0)) await box.close();
});

async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const box = await mempoolBox(options);
  opened.push(box);
  return box;
}

const RECIPIENT = '0x123';
const fri = async (box: Sandbox): Promise<bigint> =>
  BigInt(
    (await box.request('devnet_getAccountBalance', { address: RECIPIENT, unit: 'FRI', block_id: 'pre_confirmed' }))
      .amount,
  );
const latestBlock = (box: Sandbox) => box.request('starknet_getBlockWithTxHashes', { block_id: 'latest' });

test('a mint is executed at once and is pre-confirmed until its block is sealed', async () => {
  const box = await open();
  const { tx_hash } = await box.request('devnet_mint', { address: RECIPIENT, amount: 1000 });
  expect(BigInt(tx_hash)).not.toBe(0n);
  expect(await fri(box)).toBe(1000n);
  expect(await statuses(box)).toEqual({ [tx_hash]: 'PRE_CONFIRMED' });
});

test('aborting blocks empties the mempool and the open block', async () => {
  const box = await open({ stateArchiveCapacity: 'full' });
  const first = await queueTransfer(box, 0, 0);
  await queueTransfer(box, 0, 1);
  const { pre_confirmed } = await box.request('devnet_preconfirmTransactions', { transaction_hashes: [first] });
  expect(pre_confirmed).toEqual([first]);
  const { aborted } = await box.request('devnet_abortBlocks', { starting_block_id: 'pre_confirmed' });
  expect(aborted).toHaveLength(1);
  const pool = await box.request('devnet_getMempool');
  expect(pool.transactions).toEqual([]);
  expect(pool.pre_confirmed_transaction_hashes).toEqual([]);
});

test('a transaction is received, then pre-confirmed in the open block', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  expect(await statuses(box)).toEqual({ [hash]: 'RECEIVED' });
  const done = await box.request('devnet_preconfirmTransactions', { transaction_hashes: [hash] });
  expect(done).toEqual({ pre_confirmed: [hash], rejected: [], blocked: [], block_full: false });
  expect(await statuses(box)).toEqual({ [hash]: 'PRE_CONFIRMED' });
  const { pre_confirmed_transaction_hashes } = await box.request('devnet_getMempool');
  expect(pre_confirmed_transaction_hashes).toEqual([hash]);
});

test('the mempool tells its configuration, its transactions and the room in the block', async () => {
  const box = await open();
  const empty = await box.request('devnet_getMempool');
  expect(empty).toEqual({
    config: { ordering: 'fifo', random_seed: 0, max_transactions_per_block: 500, rules: 'none' },
    transactions: [],
    pre_confirmed_transaction_hashes: [],
    remaining_block_capacity: 500,
  });
  const hash = await queueTransfer(box, 0, 0);
  const { transactions } = await box.request('devnet_getMempool');
  expect(transactions).toEqual([
    {
      transaction_hash: hash,
      status: 'RECEIVED',
      arrival_id: 0,
      arrived_at: expect.any(Number),
      type: 'INVOKE',
      sender_address: box.accounts[0]!.address,
      nonce: '0x0',
      tip: '0x0',
    },
  ]);
});

test('only a transaction that waits can be removed', async () => {
  const box = await open();
  const first = await queueTransfer(box, 0, 0);
  expect(await box.request('devnet_removeFromMempool', { transaction_hash: first })).toEqual({
    transaction_hash: first,
  });
  expect(await statuses(box)).toEqual({});
  const second = await queueTransfer(box, 0, 0);
  await box.request('devnet_preconfirmTransactions', { transaction_hashes: [second] });
  await expect(box.request('devnet_removeFromMempool', { transaction_hash: second })).rejects.toThrow('is in a block');
  expect(await statuses(box)).toEqual({ [second]: 'PRE_CONFIRMED' });
});

test('clearing the mempool leaves the open block as it is', async () => {
  const box = await open();
  const [first, second, third] = [
    await queueTransfer(box, 0, 0),
    await queueTransfer(box, 0, 1),
    await queueTransfer(box, 0, 2),
  ];
  await box.request('devnet_preconfirmTransactions', { max_transactions: 1 });
  expect(await statuses(box)).toEqual({ [first]: 'PRE_CONFIRMED', [second]: 'RECEIVED', [third]: 'RECEIVED' });
  expect(await box.request('devnet_clearMempool')).toEqual({ removed: [second, third] });
  expect(await statuses(box)).toEqual({ [first]: 'PRE_CONFIRMED' });
});

test('aborting the open block lets its transactions wait again', async () => {
  const box = await open();
  const [first, second] = [await queueTransfer(box, 0, 0), await queueTransfer(box, 0, 1)];
  await box.request('devnet_preconfirmTransactions', { transaction_hashes: [first, second] });
  expect(await statuses(box)).toEqual({ [first]: 'PRE_CONFIRMED', [second]: 'PRE_CONFIRMED' });
  expect(await box.request('devnet_abortPreconfirmedBlock')).toEqual({ requeued: [first, second] });
  expect(await statuses(box)).toEqual({ [first]: 'RECEIVED', [second]: 'RECEIVED' });
});

test('sealing the block selects nothing', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  const { block_hash } = await box.request('devnet_sealBlock');
  expect(await latestBlock(box)).toMatchObject({ block_hash, block_number: 1, transactions: [] });
  expect(await statuses(box)).toEqual({ [hash]: 'RECEIVED' });
});

test('a block takes as many transactions as it may have', async () => {
  const box = await open();
  for (let nonce = 0; nonce < 4; nonce++) await queueTransfer(box, 0, nonce);
  const config = await box.request('devnet_setMempoolConfig', { max_transactions_per_block: 2 });
  expect(config.max_transactions_per_block).toBe(2);
  const done = await box.request('devnet_preconfirmTransactions');
  expect(done.pre_confirmed).toHaveLength(2);
  expect(done.block_full).toBe(true);
  expect(Object.values(await statuses(box)).sort()).toEqual(['PRE_CONFIRMED', 'PRE_CONFIRMED', 'RECEIVED', 'RECEIVED']);
});

test('a given hash whose nonce is too high is blocked and goes on waiting', async () => {
  const box = await open();
  const valid = await queueTransfer(box, 0, 0);
  await box.request('devnet_preconfirmTransactions', { transaction_hashes: [valid] });
  await box.request('devnet_sealBlock');
  await queueTransfer(box, 0, 1);
  const future = await queueTransfer(box, 0, 2);
  const done = await box.request('devnet_preconfirmTransactions', { transaction_hashes: [future] });
  expect(done.pre_confirmed).toEqual([]);
  expect(done.blocked).toEqual([{ transaction_hash: future, reason: expect.stringContaining('Its nonce is 2') }]);
  expect((await statuses(box))[future]).toBe('RECEIVED');
});

test('a second transaction with the nonce of one that waits is refused', async () => {
  const box = await open();
  const first = await queueTransfer(box, 0, 0);
  await expect(queueTransfer(box, 0, 0)).rejects.toThrow('already in the mempool');
  await expect(queueTransfer(box, 0, 0, { tip: 9n, l2PriceFri: 10n ** 12n })).rejects.toThrow('already in the mempool');
  expect(await statuses(box)).toEqual({ [first]: 'RECEIVED' });
});

test('an order that does not exist is refused, and the order stays', async () => {
  const box = await open();
  expect((await box.request('devnet_setMempoolConfig', { ordering: 'starknet' })).ordering).toBe('starknet');
  const wrong = box.request('devnet_setMempoolConfig', { ordering: 'custom-policy' as never });
  await expect(wrong).rejects.toThrow('Unknown mempool ordering policy "custom-policy"');
  expect((await box.request('devnet_getMempool')).config.ordering).toBe('starknet');
});

test('order and seed can be set together and stay', async () => {
  const box = await open();
  const set = await box.request('devnet_setMempoolConfig', { ordering: 'random', random_seed: 42 });
  expect(set).toEqual({ ordering: 'random', random_seed: 42, max_transactions_per_block: 500, rules: 'none' });
  expect((await box.request('devnet_getMempool')).config).toEqual(set);
});

test('nothing is selected from an empty mempool', async () => {
  const box = await open();
  expect(await box.request('devnet_preconfirmTransactions')).toEqual({
    pre_confirmed: [],
    rejected: [],
    blocked: [],
    block_full: false,
  });
});

test('the next nonce of an account can be selected in the same request', async () => {
  const box = await open();
  const [first, second] = [await queueTransfer(box, 0, 0), await queueTransfer(box, 0, 1)];
  const { pre_confirmed } = await box.request('devnet_preconfirmTransactions');
  expect(pre_confirmed).toEqual([first, second]);
});

test('whole transactions are listed only if they are asked for', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  const [short] = (await box.request('devnet_getMempool')).transactions;
  expect(short).not.toHaveProperty('transaction');
  const [whole] = (await box.request('devnet_getMempool', { include_transactions: true })).transactions;
  expect(whole?.transaction).toEqual(await box.request('starknet_getTransactionByHash', { transaction_hash: hash }));
});

test('wrong parameters of a selection are refused', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  const both = box.request('devnet_preconfirmTransactions', { transaction_hashes: ['0x1'], max_transactions: 1 });
  await expect(both).rejects.toThrow('mutually exclusive');
  await expect(box.request('devnet_preconfirmTransactions', { max_transactions: 0 })).rejects.toThrow('positive');
  await expect(box.request('devnet_preconfirmTransactions', { transaction_hashes: ['0x1'] })).rejects.toThrow(
    'not found',
  );
  const twice = box.request('devnet_preconfirmTransactions', { transaction_hashes: [hash, hash] });
  await expect(twice).rejects.toThrow('named twice');
});

test.each([
  ['transaction', 1],
  ['demand', 0],
] as const)('with blocks on %s a transaction is executed when it is sent, as ever', async (mode, blocks) => {
  const box = await open({ blockGenerationOn: mode });
  const hash = await queueTransfer(box, 0, 0);
  const { execution_status } = await box.request('starknet_getTransactionStatus', { transaction_hash: hash });
  expect(execution_status).toBe('SUCCEEDED');
  expect(await box.blocks.number()).toBe(blocks);
  expect(await statuses(box)).toEqual({});
  await box.request('devnet_createBlock');
  expect(await box.blocks.number()).toBe(blocks + 1);
});

test.each([
  ['fifo', [0, 1, 2]],
  ['starknet', [2, 1, 0]],
] as const)('with the order %s transactions get into the block as they should', async (ordering, order) => {
  const box = await open();
  await box.request('devnet_setMempoolConfig', { ordering });
  const hashes: string[] = [];
  for (const tip of [0, 1, 2]) hashes.push(await queueTransfer(box, tip, 0, { tip: BigInt(tip) }));
  const expected = order.map((index) => hashes[index]);
  const { pre_confirmed } = await box.request('devnet_preconfirmTransactions');
  expect(pre_confirmed).toEqual(expected);
  expect(Object.values(await statuses(box))).toEqual(['PRE_CONFIRMED', 'PRE_CONFIRMED', 'PRE_CONFIRMED']);
  const { block_hash } = await box.request('devnet_sealBlock');
  expect(await latestBlock(box)).toMatchObject({ block_hash, block_number: 1, transactions: expected });
  const after = await box.request('devnet_getMempool');
  expect(after.transactions).toEqual([]);
  expect(after.pre_confirmed_transaction_hashes).toEqual([]);
  expect(after.config.ordering).toBe(ordering);
});
