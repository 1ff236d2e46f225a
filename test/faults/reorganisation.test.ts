import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { mempoolBox, queueTransfer, statuses } from '../support/mempoolBox.ts';

let box: Sandbox;
beforeEach(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 3, stateArchiveCapacity: 'full', startTime: 1_700_000_000 });
});
afterEach(() => box.close());

const send = async (from: number, amount: bigint, of = box) =>
  (await of.strk.write.transfer('0x99', amount, { from: of.accounts[from]! })).transactionHash;

/** The hashes of the transactions of all blocks but the first. */
async function blocksOf(of: Sandbox): Promise<(readonly string[])[]> {
  const last = await of.blocks.number();
  const all: (readonly string[])[] = [];
  for (let block_number = 1; block_number <= last; block_number++) {
    const { transactions } = await of.request('chain_getBlockWithTxHashes', { block_id: { block_number } });
    all.push(transactions);
  }
  return all;
}

test('runs the same transactions again in another order, in as many blocks', async () => {
  const sent = [await send(0, 1n), await send(1, 2n), await send(0, 3n), await send(2, 4n)];
  const before = await blocksOf(box);
  const reorgs: unknown[] = [];
  box.on('reorg', (reorg) => reorgs.push(reorg));
  const { reorganised, dropped_transactions } = await box.request('devnet_reorganise', { blocks: 4, seed: 3 });
  expect(reorganised).toHaveLength(4);
  expect(dropped_transactions).toEqual([]);
  expect(reorgs).toHaveLength(1);
  const after = await blocksOf(box);
  expect(after.flat()).not.toEqual(before.flat());
  expect(after.flat().toSorted()).toEqual(before.flat().toSorted());
  expect(after).toHaveLength(4);
  // Those of one account keep their order.
  expect(after.flat().indexOf(sent[0]!)).toBeLessThan(after.flat().indexOf(sent[2]!));
  expect(await box.balanceOf('0x99')).toBe(10n);
});

test('every seed gives an order, and two accounts never the same as before', async () => {
  await send(0, 1n);
  await send(1, 2n);
  const before = (await blocksOf(box)).flat();
  const mark = box.snapshot();
  for (let seed = 0; seed < 8; seed++) {
    await box.request('devnet_reorganise', { blocks: 2, seed });
    expect((await blocksOf(box)).flat()).toEqual(before.toReversed());
    box.restore(mark);
  }
});

test('in mempool mode what was sealed runs again, and what waits goes on waiting', async () => {
  const pool = await mempoolBox({ stateArchiveCapacity: 'full' });
  const sealed = [await queueTransfer(pool, 0, 0), await queueTransfer(pool, 1, 0)];
  await pool.mempool.preconfirm();
  await pool.mempool.seal();
  const waiting = await queueTransfer(pool, 0, 1);
  const { dropped_transactions } = await pool.request('devnet_reorganise', { blocks: 1, seed: 1 });
  expect(dropped_transactions).toEqual([]);
  expect(await blocksOf(pool)).toEqual([sealed.toReversed()]);
  expect(await statuses(pool)).toEqual({ [waiting]: 'RECEIVED' });
  await pool.request('devnet_createBlock');
  expect(await blocksOf(pool)).toEqual([sealed.toReversed(), [waiting]]);
  await pool.close();
});

test('what was selected before a reorganisation keeps its arrival, and waits again where it stood', async () => {
  const pool = await mempoolBox({ stateArchiveCapacity: 'full' });
  await queueTransfer(pool, 0, 0);
  await pool.mempool.preconfirm();
  await pool.mempool.seal();
  const selected = await queueTransfer(pool, 0, 1);
  const waiting = await queueTransfer(pool, 1, 0);
  await pool.mempool.preconfirm(1);
  const arrivals = async () =>
    (await pool.request('devnet_getMempool')).transactions.map((one) => [one.transaction_hash, one.arrival_id]);
  const before = await arrivals();
  await pool.request('devnet_reorganise', { blocks: 1, seed: 1 });
  expect(await arrivals()).toEqual(before);
  await pool.mempool.abort();
  expect(await statuses(pool)).toEqual({ [selected]: 'RECEIVED', [waiting]: 'RECEIVED' });
  expect(await arrivals()).toEqual(before);
  await pool.close();
});

test('takes back blocks that a schedule writes cells of, like others', async () => {
  const last = await box.blocks.number();
  const values = { [last + 1]: 1n, [last + 2]: 2n, [last + 3]: 3n };
  await box.market.setState(box.strk, 'ERC20_total_supply', values);
  for (const amount of [1n, 2n, 3n]) await send(Number(amount) - 1, amount);
  const { reorganised } = await box.request('devnet_reorganise', { blocks: 3, seed: 1 });
  expect(reorganised).toHaveLength(3);
});

test('keeps the sizes of blocks, empty ones, mints, and what waits in the open block', async () => {
  await box.blocks.setMode('demand');
  await send(0, 1n);
  await send(1, 2n);
  await box.blocks.mine();
  await box.blocks.mine();
  await box.mint('0x99', 100n);
  await box.blocks.mine();
  await send(2, 4n);
  expect(await box.balanceOf('0x99')).toBe(107n);
  await box.request('devnet_reorganise', { blocks: 3, seed: 1 });
  expect((await blocksOf(box)).map(({ length }) => length)).toEqual([2, 0, 1]);
  expect(await box.balanceOf('0x99')).toBe(107n);
  await box.blocks.mine();
  expect((await blocksOf(box)).at(-1)).toHaveLength(1);
});

test('drops a transaction that depends on one which now comes later', async () => {
  const poor = await box.createAccount({ balance: 0n });
  // What it sends needs what it got just before, which is another account's transaction.
  await box.strk.write.transfer(poor.address, 10n ** 18n, { from: box.accounts[0]! });
  await box.strk.write.transfer('0x99', 5n, { from: poor });
  const { dropped_transactions } = await box.request('devnet_reorganise', { blocks: 2 });
  expect(dropped_transactions).toHaveLength(1);
  expect(await box.balanceOf('0x99')).toBe(0n);
});

test('stops before blocks that no network takes back: edited ones, accepted ones, and the first', async () => {
  await send(0, 1n);
  const { address } = box.accounts[0]!;
  await box.setStorageAt(address, '0x5', 7n);
  await box.blocks.mine();
  await send(0, 1n);
  await send(1, 1n);
  expect((await box.request('devnet_reorganise', { blocks: 64 })).reorganised).toHaveLength(2);
  expect(await box.getStorageAt(address, '0x5')).toBe('0x7');
  await box.blocks.acceptOnL1('latest');
  await send(2, 1n);
  expect((await box.request('devnet_reorganise', { blocks: 64 })).reorganised).toHaveLength(1);
  await box.setStorageAt(address, '0x5', 8n);
  expect((await box.request('devnet_reorganise', { blocks: 64 })).reorganised).toEqual([]);
  expect(await box.getStorageAt(address, '0x5')).toBe('0x8');
  await box.restart();
  expect(await box.request('devnet_reorganise', { blocks: 1 })).toEqual({ reorganised: [], dropped_transactions: [] });
  await expect(box.request('devnet_reorganise', { blocks: 65 })).rejects.toThrow('blocks must be from 1 to 64, not 65');
});

test('as a fault comes after a block, before anything else is answered, and a dump repeats it', async () => {
  await box.faults.set([{ fault: 'reorganisation', blocks: 3, block: 3 }], { seed: 2 });
  const sent = [await send(0, 1n), await send(1, 2n), await send(2, 3n)];
  // The next request waits for it.
  const after = (await blocksOf(box)).flat();
  expect(after).not.toEqual(sent);
  expect(after.toSorted()).toEqual(sent.toSorted());
  expect(await box.faults.injected()).toEqual([
    { number: 1, fault: 'reorganisation', rule: 0, on: 'block 3', at: 3, block: 3 },
  ]);
  await send(0, 4n);
  expect((await box.faults.get()).total).toBe(1);
  expect(box.dump().map(({ method }) => method)).toContain('devnet_reorganise');
  await using repeated = await Sandbox.create({
    seed: 7,
    accounts: 3,
    stateArchiveCapacity: 'full',
    startTime: 1_700_000_000,
    dump: box.dump(),
  });
  expect(await blocksOf(repeated)).toEqual(await blocksOf(box));
});
