// What becomes of transactions that wait when the chain goes back, an origin fails, a file is loaded.
import { afterEach, expect, test } from 'vitest';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { mempoolBox, queueTransfer, statuses } from '../support/mempoolBox.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const box of opened.splice(0)) await box.close();
});
const keep = (box: Sandbox): Sandbox => {
  opened.push(box);
  return box;
};
const open = async (options: SandboxOptions = {}): Promise<Sandbox> => keep(await mempoolBox(options));

test('a restored block leaves no trace of what was pre-confirmed after it', async () => {
  const box = await open({ stateArchiveCapacity: 'full' });
  await queueTransfer(box, 0, 0);
  await box.mempool.preconfirm();
  await box.request('devnet_restore', { block_id: 'latest' });
  expect(await statuses(box)).toEqual({});
  const again = await queueTransfer(box, 0, 0);
  await box.mempool.preconfirm();
  expect(await statuses(box)).toEqual({ [again]: 'PRE_CONFIRMED' });
  const copy = keep(await Sandbox.create({ state: await box.saveState() }));
  expect(await statuses(copy)).toEqual({ [again]: 'PRE_CONFIRMED' });
});

test('an origin that fails while a transaction runs does not remove it', async () => {
  const origin = keep(await Sandbox.create({ seed: 7, accounts: 4, stateArchiveCapacity: 'full' }));
  let isDown = false;
  const fetch: typeof globalThis.fetch = (...request) =>
    isDown ? Promise.reject(new Error('down')) : origin.fetch(...(request as Parameters<typeof origin.fetch>));
  const box = await open({ fork: { url: 'http://origin.example/' }, fetch });
  const hash = await queueTransfer(box, 0, 0);
  isDown = true;
  await expect(box.mempool.preconfirm()).rejects.toThrow(/origin/);
  expect(await statuses(box)).toEqual({ [hash]: 'RECEIVED' });
  isDown = false;
  expect((await box.mempool.preconfirm()).preConfirmed).toEqual([hash]);
});

test('the settings of the mempool that are given with a state file are in force, and in its journal', async () => {
  const saved = await (await open({ journal: true })).saveState();
  const wanted = { mempoolOrdering: 'random', mempoolMaxTransactionsPerBlock: 2, mempoolRules: 'network' } as const;
  const box = keep(await Sandbox.create({ state: saved, journal: true, ...wanted }));
  expect((await box.request('devnet_getMempool')).config).toMatchObject({
    ordering: 'random',
    max_transactions_per_block: 2,
    rules: 'network',
  });
  expect(JSON.stringify(box.dump())).toContain('setMempoolConfig');
});

test('a block that is given up gives back the cheats that its transactions used', async () => {
  const box = await open();
  const cheats = async () => (await box.cheats.list()).map(({ callsLeft }) => callsLeft);
  await box.cheats.mock(box.strk, 'transfer', true, { calls: 2 });
  await queueTransfer(box, 0, 0);
  await queueTransfer(box, 1, 0);
  await box.mempool.preconfirm(1);
  expect(await cheats()).toEqual([1]);
  await box.mempool.abort();
  expect(await cheats()).toEqual([2]);
  await box.mempool.preconfirm();
  expect(await cheats()).toEqual([]);
  await box.mempool.abort();
  expect(await cheats()).toEqual([2]);
  await box.cheats.stop();
  await box.mempool.preconfirm();
  await box.mempool.abort();
  expect(await cheats()).toEqual([]);
});
