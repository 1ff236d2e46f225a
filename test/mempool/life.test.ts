// The life of a transaction in the mempool, as clients see it, and what carries the mempool.
import { afterEach, expect, test } from 'vitest';
import { Sandbox, SandboxClosedError, type SandboxOptions } from '../../src/index.ts';
import { mempoolBox, queueTransfer, statuses } from '../support/mempoolBox.ts';
import { transfer } from '../support/wallet.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const box of opened.splice(0)) await box.close();
});
const keep = (box: Sandbox): Sandbox => {
  opened.push(box);
  return box;
};
const open = async (options: SandboxOptions = {}): Promise<Sandbox> => keep(await mempoolBox(options));

const statusOf = (box: Sandbox, transaction_hash: string) =>
  box.request('starknet_getTransactionStatus', { transaction_hash });
const latest = async (box: Sandbox) => box.request('starknet_getBlockWithTxHashes', { block_id: 'latest' });

test('a transaction that waits is found by its hash, and has neither receipt nor trace nor effect', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  expect(await statusOf(box, hash)).toEqual({ finality_status: 'RECEIVED' });
  const found = await box.request('starknet_getTransactionByHash', { transaction_hash: hash });
  expect(found).toMatchObject({ transaction_hash: hash, type: 'INVOKE', sender_address: box.accounts[0]!.address });
  await expect(box.request('starknet_getTransactionReceipt', { transaction_hash: hash })).rejects.toMatchObject({
    code: 29,
  });
  await expect(box.request('starknet_traceTransaction', { transaction_hash: hash })).rejects.toMatchObject({
    code: 10,
    data: { status: 'RECEIVED' },
  });
  const block = await box.request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
  expect(block.transactions).toEqual([]);
  const account = { block_id: 'pre_confirmed', contract_address: box.accounts[0]!.address } as const;
  expect(await box.request('starknet_getNonce', account)).toBe('0x0');
  const { state_diff } = await box.request('starknet_getStateUpdate', { block_id: 'pre_confirmed' });
  expect(state_diff.nonces).toEqual([]);
});

test('it is pre-confirmed with its receipt, accepted when the block is sealed, and forgotten by the mempool', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  await box.mempool.preconfirm();
  expect(await statusOf(box, hash)).toEqual({ finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' });
  const receipt = await box.request('starknet_getTransactionReceipt', { transaction_hash: hash });
  expect(receipt.finality_status).toBe('PRE_CONFIRMED');
  await box.mempool.seal();
  expect(await statusOf(box, hash)).toEqual({ finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' });
  expect(await statuses(box)).toEqual({});
});

test('the same transaction is not admitted twice, neither while it waits nor when it is in a block', async () => {
  const box = await open();
  const params = transfer(box.accounts[0]!, 0, 5n);
  const send = () => box.request('starknet_addInvokeTransaction', params);
  await send();
  await expect(send()).rejects.toMatchObject({ code: 59 });
  await box.mempool.preconfirm();
  await expect(send()).rejects.toMatchObject({ code: 59 });
  await box.mempool.seal();
  await expect(send()).rejects.toMatchObject({ code: 59 });
});

test('a block is filled before it is sealed by createBlock, and leaves what has no room', async () => {
  const box = await open({ mempoolMaxTransactionsPerBlock: 2 });
  const hashes = [await queueTransfer(box, 0, 0), await queueTransfer(box, 0, 1), await queueTransfer(box, 0, 2)];
  await box.request('devnet_createBlock');
  expect((await latest(box)).transactions).toEqual(hashes.slice(0, 2));
  await box.blocks.mine(2);
  expect(await box.blocks.number()).toBe(3);
  expect((await box.request('starknet_getBlockWithTxHashes', { block_id: { block_number: 2 } })).transactions).toEqual([
    hashes[2],
  ]);
  expect((await latest(box)).transactions).toEqual([]);
});

test('a late transaction overtakes what is not selected yet, and never what is in the open block', async () => {
  const box = await open({ mempoolOrdering: 'starknet', mempoolMaxTransactionsPerBlock: 3 });
  const cheap = await queueTransfer(box, 0, 0, { tip: 1n });
  const dear = await queueTransfer(box, 1, 0, { tip: 5n });
  expect((await box.mempool.preconfirm(1)).preConfirmed).toEqual([dear]);
  const late = await queueTransfer(box, 2, 0, { tip: 9n });
  await box.mempool.preconfirm();
  await box.mempool.seal();
  expect((await latest(box)).transactions).toEqual([dear, late, cheap]);
});

test('those whose price bound is below the price come last by the order of the network, in order of arrival', async () => {
  const box = await open({ mempoolOrdering: 'starknet' });
  const poor = await queueTransfer(box, 0, 0, { tip: 9n, l2PriceFri: 1n });
  const rich = await queueTransfer(box, 1, 0, { tip: 0n });
  const done = await box.mempool.preconfirm();
  expect(done.preConfirmed).toEqual([rich]);
  expect(done.rejected).toEqual([{ transactionHash: poor, reason: expect.stringContaining('resources') }]);
  await expect(statusOf(box, poor)).rejects.toMatchObject({ code: 29 });
});

test('a transaction that reverts is in the block, and one that the chain refuses is rejected', async () => {
  const box = await open();
  const [alice] = box.accounts;
  const reverting = await box.request('starknet_addInvokeTransaction', transfer(alice!, 0, 5n, 10n ** 30n));
  const unsigned = transfer(alice!, 1, 5n);
  const refused = await box.request('starknet_addInvokeTransaction', {
    invoke_transaction: { ...unsigned.invoke_transaction, signature: ['0x1', '0x2'] },
  });
  const next = await queueTransfer(box, 0, 2);
  const done = await box.mempool.preconfirm();
  expect(done.preConfirmed).toEqual([reverting.transaction_hash]);
  expect(done.rejected).toEqual([
    { transactionHash: refused.transaction_hash, reason: expect.stringContaining('Account validation failed') },
  ]);
  expect((await statusOf(box, reverting.transaction_hash)).execution_status).toBe('REVERTED');
  expect(await statusOf(box, next)).toEqual({ finality_status: 'RECEIVED' });
});

test('a nonce that was used meanwhile is rejected when it is its turn', async () => {
  const box = await open();
  const hash = await queueTransfer(box, 0, 0);
  await box.request('devnet_setNonce', { contract_address: box.accounts[0]!.address, nonce: '0x5' });
  const { rejected } = await box.mempool.preconfirm();
  expect(rejected).toEqual([{ transactionHash: hash, reason: expect.stringContaining('is already 5') }]);
});

test('aborting gives back the state, keeps edits and mints wait like others, and the same order gives the same state', async () => {
  const box = await open();
  const [alice] = box.accounts;
  await box.setStorageAt('0xc0de', '0x1', 7n).catch(() => undefined);
  const before = await box.request('starknet_getStateUpdate', { block_id: 'pre_confirmed' });
  const first = await queueTransfer(box, 0, 0);
  await box.mempool.preconfirm();
  const { transactionHash: mint } = await box.mint('0x77', 5n);
  await box.request('devnet_setNonce', { contract_address: box.accounts[3]!.address, nonce: '0x9' });
  expect(await box.mempool.abort()).toEqual([first, mint]);
  expect(await statuses(box)).toEqual({ [first]: 'RECEIVED', [mint]: 'RECEIVED' });
  const nonceOf = (address: string) =>
    box.request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: address });
  expect(await nonceOf(alice!.address)).toBe('0x0');
  expect(await nonceOf(box.accounts[3]!.address)).toBe('0x9');
  const after = await box.request('starknet_getStateUpdate', { block_id: 'pre_confirmed' });
  expect(after.state_diff.storage_diffs).toEqual(before.state_diff.storage_diffs);
  expect((await box.mempool.preconfirm([mint, first])).preConfirmed).toEqual([mint, first]);
  await box.mempool.seal();
  expect((await latest(box)).transactions).toEqual([mint, first]);
  expect(await nonceOf(alice!.address)).toBe('0x1');
});

test('a restart empties the mempool and brings back its configuration', async () => {
  const box = await open({ mempoolOrdering: 'starknet' });
  await queueTransfer(box, 0, 0);
  await box.mempool.configure({ ordering: 'fifo' });
  await box.restart();
  const { transactions, config } = await box.mempool.get();
  expect(transactions).toEqual([]);
  expect(config).toEqual({ ordering: 'starknet', randomSeed: 0n, maxTransactionsPerBlock: 500, rules: 'none' });
});

test('marks, clones and state files carry the mempool and the open block', async () => {
  const box = await open({ mempoolOrdering: 'random', mempoolRandomSeed: 5n });
  for (const account of [0, 1, 2, 3]) await queueTransfer(box, account, 0);
  await queueTransfer(box, 0, 1);
  await box.mempool.preconfirm(2);
  const whole = await box.mempool.get({ whole: true });
  const mark = box.snapshot();
  const clone = keep(box.clone());
  const file = await box.saveState();
  const loaded = keep(await Sandbox.create({ state: file }));
  const { preConfirmed } = await box.mempool.preconfirm();
  for (const other of [clone, loaded]) {
    expect(await other.mempool.get({ whole: true })).toEqual(whole);
    expect((await other.mempool.preconfirm()).preConfirmed).toEqual(preConfirmed);
  }
  box.restore(mark);
  expect(await box.mempool.get({ whole: true })).toEqual(whole);
  expect(await loaded.mempool.abort()).toEqual(await clone.mempool.abort());
});

test('a dump repeats admissions, selections, removals, aborts and blocks exactly, whatever the order is then', async () => {
  const box = await open({ journal: true, mempoolOrdering: 'random', mempoolRandomSeed: 3n });
  const hashes: string[] = [];
  for (const account of [0, 1, 2, 3]) hashes.push(await queueTransfer(box, account, 0));
  await box.mempool.preconfirm(2);
  await box.mempool.abort();
  await box.mempool.preconfirm(1);
  await box.mempool.configure({ maxTransactionsPerBlock: 3 });
  await box.request('devnet_createBlock');
  await box.mempool.seal();
  await box.blocks.mine(2, { secondsBetween: 60 });
  const extra = await queueTransfer(box, 0, 1);
  await box.mempool.remove((await queueTransfer(box, 1, 1)) as never);
  const dump = box.dump();
  const again = await open({ seed: 7, mempoolOrdering: 'fifo' });
  await again.load(dump);
  expect(await again.blocks.number()).toBe(await box.blocks.number());
  for (let number = 1; number <= 4; number++) {
    const at = { block_id: { block_number: number } };
    const [here, there] = [
      await box.request('starknet_getBlockWithTxHashes', at),
      await again.request('starknet_getBlockWithTxHashes', at),
    ];
    expect(there.transactions).toEqual(here.transactions);
  }
  expect(await statuses(again)).toEqual({ [extra]: 'RECEIVED' });
  expect(new Set(hashes).size).toBe(4);
});

test('a dump of a load is the dump that was loaded', async () => {
  const box = await open({ journal: true });
  await queueTransfer(box, 0, 0);
  await box.request('devnet_createBlock');
  await queueTransfer(box, 0, 1);
  await box.mempool.preconfirm();
  const dump = box.dump();
  expect(dump.map(({ method }) => method.replace(/^.*_/, ''))).toEqual([
    'addInvokeTransaction',
    'preconfirmTransactions',
    'sealBlock',
    'addInvokeTransaction',
    'preconfirmTransactions',
  ]);
  const again = await open({ journal: true });
  await again.load(dump);
  expect(JSON.stringify(again.dump())).toBe(JSON.stringify(dump));
});

test('subscriptions tell each step', async () => {
  const box = await open();
  const told: string[] = [];
  const socket = new box.WebSocket('ws://box');
  await new Promise((resolve) => (socket.onopen = resolve));
  socket.onmessage = ({ data }: { data: unknown }) => {
    const { method, params } = JSON.parse(String(data));
    if (!params) return;
    const { result } = params;
    told.push(
      `${method.replace('starknet_subscription', '')} ${result.finality_status ?? result.status?.finality_status}`,
    );
  };
  const ask = (name: string, params: object) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: `starknet_subscribe${name}`, params }));
  ask('NewTransactions', { finality_status: ['RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED', 'ACCEPTED_ON_L2'] });
  ask('NewTransactionReceipts', { finality_status: ['PRE_CONFIRMED', 'ACCEPTED_ON_L2'] });
  const params = transfer(box.accounts[0]!, 0, 5n);
  const probe = keep(box.clone());
  const { transaction_hash } = await probe.request('starknet_addInvokeTransaction', params);
  ask('TransactionStatus', { transaction_hash });
  await box.request('starknet_addInvokeTransaction', params);
  const both = (status: string) => [`NewTransaction ${status}`, `TransactionStatus ${status}`];
  const settled = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return told.splice(0).sort();
  };
  expect(await settled()).toEqual(both('RECEIVED'));
  await box.mempool.preconfirm();
  expect(await settled()).toEqual(
    [...both('CANDIDATE'), ...both('PRE_CONFIRMED'), 'NewTransactionReceipts PRE_CONFIRMED'].sort(),
  );
  await box.mempool.abort();
  expect(await settled()).toEqual(both('RECEIVED'));
  await box.request('devnet_createBlock');
  expect(await settled()).toEqual(
    [...both('CANDIDATE'), ...both('ACCEPTED_ON_L2'), 'NewTransactionReceipts ACCEPTED_ON_L2'].sort(),
  );
  socket.close();
});

test('what the library sends waits without being awaited, with one nonce after the other', async () => {
  const box = await open();
  const [alice, bob] = box.accounts;
  const sent = [
    box.strk.write.transfer(bob!, 5n, { from: alice! }),
    box.strk.write.transfer(bob!, 6n, { from: alice! }),
  ];
  await box.mempool.arrived(2);
  expect((await box.mempool.get()).transactions.map(({ nonce }) => nonce)).toEqual([0n, 1n]);
  await box.mempool.preconfirm(1);
  expect((await sent[0])!.receipt.finality_status).toBe('PRE_CONFIRMED');
  await box.mempool.clear();
  await expect(sent[1]).rejects.toThrow('was removed from the mempool');
});

test('closing the sandbox ends what waits for the mempool, with an error that says so', async () => {
  const box = await open();
  const sent = box.strk.write.transfer(box.accounts[1]!, 5n).catch((error: unknown) => error);
  await box.mempool.arrived();
  const more = box.mempool.arrived(2).catch((error: unknown) => error);
  await box.close();
  const pending = new Promise((resolve) => setTimeout(resolve, 60_000, 'still waits'));
  const [ofSending, ofArriving] = await Promise.all([sent, more].map((end) => Promise.race([end, pending])));
  for (const error of [ofSending, ofArriving]) expect(error).toBeInstanceOf(SandboxClosedError);
  expect(String(ofSending)).toMatch(
    /was closed while the transaction 0x[0-9a-f]+ was waiting in the mempool\. Close it/,
  );
  expect(String(ofArriving)).toContain('was closed while box.mempool.arrived(2) was waiting');
  await expect(box.mempool.arrived()).rejects.toThrow(SandboxClosedError);
});
