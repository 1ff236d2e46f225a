import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DeployedContract, Sandbox, type SandboxOptions } from '../../src/index.ts';

const LEDGER = new URL('../../contracts/classes/ledger.sierra.json', import.meta.url);

let start: Sandbox;
let ledger: DeployedContract;
const boxes: Sandbox[] = [];
const kept = (box: Sandbox): Sandbox => {
  boxes.push(box);
  return box;
};
beforeAll(async () => {
  start = await Sandbox.create({ seed: 7, accounts: 1, startTime: 1000, stateArchiveCapacity: 'full' });
  ledger = await start.deploy(LEDGER, [start.accounts[0]!.address]);
  return () => start.close();
});
afterEach(() => Promise.all(boxes.splice(0).map((box) => box.close())));
const fresh = async () => {
  const box = kept(start.clone());
  return { box, open: (await box.blocks.number()) + 1 };
};
const created = async (options: SandboxOptions) =>
  kept(await Sandbox.create({ stateArchiveCapacity: 'full', ...options }));
const countAt = async (box: Sandbox, block: number | 'pre_confirmed') =>
  Number(await box.getStorageAt(ledger.address, await keyOf('count'), { block }));
/** The key of a variable. */
const keyOf = async (path: string) => (await start.storageTree(ledger.address, { path })).entries[0]!.key;
/** The values of the variable in a range of blocks. */
const counts = async (box: Sandbox, first: number, last: number) => {
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return Promise.all(numbers.map((block) => countAt(box, block)));
};

describe('a state schedule', () => {
  beforeAll(async () => {
    // The tree names variables that have a value.
    await start.setStorageAt(ledger.address, 'count', 1);
    await start.blocks.mine();
  });

  test('sets a variable by name when a block is opened, and transactions of the block see it', async () => {
    const { box, open } = await fresh();
    await box.market.setState(ledger.address, 'count', { [open + 1]: 50, [open + 3]: 70 });
    await box.blocks.mine(3);
    expect(await counts(box, open, open + 2)).toEqual([1, 50, 50]);
    expect(await countAt(box, 'pre_confirmed')).toBe(70);
    expect(await box.contract(ledger.abi, ledger.address).read.count!()).toBe(70n);
    const [write] = await box.storageWriters(ledger.address, 'count');
    expect(write).toMatchObject({ blockNumber: open + 3, by: 'EDIT' });
  });

  test('takes values of the open block while it has no transactions, and refuses earlier ones', async () => {
    const { box, open } = await fresh();
    await box.market.setState(ledger.address, 'count', { [open]: 9 });
    expect(await countAt(box, 'pre_confirmed')).toBe(9);
    const past = box.market.setState(ledger.address, 'count', { [open - 1]: 9 });
    await expect(past).rejects.toThrow(
      `block ${open - 1} cannot be scheduled any more: the first block that can be is ${open}`,
    );
    await box.blocks.setMode('demand');
    await box.strk.write.transfer('0x64', 1n);
    const late = box.market.setState(ledger.address, 'count', { [open]: 8 });
    await expect(late).rejects.toThrow(`the first block that can be is ${open + 1}`);
  });

  test('takes values of any type, entries of maps, plain cells, and more cells than one', async () => {
    const { box, open } = await fresh();
    const token = box.strk.address;
    await box.market.setState(token, 'ERC20_balances[0x99]', { [open + 1]: 2n ** 200n });
    await box.market.setState(token, '0x5', { [open + 1]: '0x7' });
    await box.blocks.mine();
    expect(await box.balanceOf('0x99')).toBe(2n ** 200n);
    expect(await box.getStorageAt(token, '0x5')).toBe('0x7');
  });

  test('takes a function of the block, and its values are what is kept', async () => {
    const { box, open } = await fresh();
    let calls = 0;
    const price = (block: number) => (block % 2 ? undefined : block * 10 + 0 * ++calls);
    await box.market.setState(ledger.address, 'count', price, { to: open + 5 });
    expect(calls).toBe(3);
    await box.blocks.mine(6);
    expect(calls).toBe(3);
    const even = open + (open % 2);
    expect(await counts(box, even, open + 5)).toEqual(
      Array.from({ length: open + 6 - even }, (_, i) => (even + i - (i % 2)) * 10),
    );
    await expect(box.market.setState(ledger.address, 'count', price)).rejects.toThrow(
      /range.to must be the last block, from/,
    );
    const huge = box.market.setState(ledger.address, 'count', price, { to: 10 ** 9 });
    await expect(huge).rejects.toThrow(/range.to must be/);
  });

  test('is part of snapshots, clones, state files, dumps and aborts', async () => {
    const { box, open } = await fresh();
    await box.market.setState(ledger.address, 'count', (block) => block, { to: open + 8 });
    await box.blocks.mine(3);
    const mark = box.snapshot();
    const loaded = await created({ state: await box.saveState() });
    const replayed = await created({ seed: 7, accounts: 1, startTime: 1000n, dump: box.dump() });
    const copy = kept(box.clone());
    await box.blocks.mine(5);
    const all = await counts(box, open, open + 7);
    expect(all).toEqual(Array.from({ length: 8 }, (_, i) => open + i));
    box.restore(mark);
    for (const one of [box, loaded, replayed, copy]) {
      await one.blocks.mine(5);
      expect(await counts(one, open, open + 7)).toEqual(all);
    }
    await box.blocks.abort(open + 2);
    expect(await countAt(box, 'pre_confirmed')).toBe(open + 2);
  });

  test('is shown, and cleared', async () => {
    const { box, open } = await fresh();
    await box.market.setState(ledger.address, 'count', { [open + 5]: 3, [open + 2]: 4 });
    const { stateSchedule, scheduledCells, nextBlock } = await box.market.get();
    const key = await keyOf('count');
    expect(stateSchedule).toEqual([
      { block: open + 2, contract: ledger.address, key, value: '0x4' },
      { block: open + 5, contract: ledger.address, key, value: '0x3' },
    ]);
    expect([scheduledCells, nextBlock]).toEqual([2, open]);
    await box.market.clearState();
    expect(await box.market.get()).toMatchObject({ stateSchedule: [], scheduledCells: 0 });
    await box.blocks.mine(6);
    expect(await countAt(box, 'pre_confirmed')).toBe(1);
  });

  test('of the options leaves out blocks that a loaded chain has passed', async () => {
    const { box, open } = await fresh();
    const loaded = await created({
      state: await box.saveState(),
      stateSchedule: [{ contract: ledger.address, variable: 'count', values: { 1: 5, [open + 1]: 6 } }],
    });
    await loaded.blocks.mine();
    expect(await countAt(loaded, 'pre_confirmed')).toBe(6);
  });

  test('says what is wrong with it, and changes nothing then', async () => {
    const { box, open } = await fresh();
    const values = { [open + 1]: 1 };
    await expect(box.market.setState('0x1357', 'count', values)).rejects.toThrow('There is no contract at 0x1357');
    await expect(box.market.setState(ledger.address, 'coumt', values)).rejects.toThrow(/coumt/);
    await expect(box.market.setState(ledger.address, 'count', { [open + 1]: 2n ** 40n })).rejects.toThrow('u32');
    const many = Array.from({ length: 6000 }, (_, i) => ({ block: open + i, value: '0x1' }));
    const table = [1, 2].map((key) => ({ contract_address: ledger.address, variable: `0x${key}`, values: many }));
    await expect(box.request('devnet_setStateSchedule', { table })).rejects.toThrow(/more than 10000 cells/);
    expect((await box.market.get()).scheduledCells).toBe(0);
  });
});
