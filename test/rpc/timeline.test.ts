import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

let box: Sandbox;
beforeEach(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
});
afterEach(() => box.close());

const balance = async (address: string) =>
  (await box.request('devnet_getAccountBalance', { address, block_id: 'pre_confirmed' } as never)).amount;
const newest = () => box.request('starknet_blockNumber');
const block = (number: number) => ({ block_id: { block_number: number } });

describe('restore', () => {
  test('goes to a block and keeps the chain that is left as a branch, which can be restored too', async () => {
    for (const amount of [1n, 2n, 3n]) await box.mint('0x77', amount);
    const { left_snapshot_id } = await box.request('sandbox_restore', block(1));
    expect(await newest()).toBe(1);
    expect(await balance('0x77')).toBe('1');
    await box.mint('0x77', 10n);

    const { snapshots, branches } = await box.request('devnet_getSnapshots');
    expect(snapshots).toMatchObject([
      { snapshot_id: left_snapshot_id, name: null, block_number: 3, branch: 1, is_present: false },
    ]);
    expect(branches).toEqual([
      { parent: null, shared_block_number: null, last_block_number: 2 },
      { parent: 0, shared_block_number: 1, last_block_number: 3 },
    ]);

    const second = await box.request('devnet_restore', { snapshot_id: left_snapshot_id! });
    expect(await balance('0x77')).toBe('6');
    expect(second.left_snapshot_id).not.toBe(left_snapshot_id);
    await box.request('devnet_restore', { snapshot_id: second.left_snapshot_id! });
    expect(await balance('0x77')).toBe('11');
    expect((await box.request('devnet_getSnapshots')).total).toBe(2);
  });

  test('keeps nothing if no block is left behind', async () => {
    await box.mint('0x77', 1n);
    const { left_snapshot_id } = await box.request('devnet_restore', block(0));
    expect(await box.request('devnet_restore', { snapshot_id: left_snapshot_id! })).toEqual({ left_snapshot_id: null });
    expect(await newest()).toBe(1);
  });

  test('keeps transactions of the open block that a restored block lacks', async () => {
    await box.request('devnet_setBlockMode', { mode: 'demand' });
    await box.mint('0x77', 1n);
    const { left_snapshot_id } = await box.request('devnet_restore', { block_id: 'latest' });
    expect(await balance('0x77')).toBe('0');
    await box.request('devnet_restore', { snapshot_id: left_snapshot_id! });
    expect(await balance('0x77')).toBe('1');
  });

  test('is repeated by a dump', async () => {
    for (const amount of [1n, 2n]) await box.mint('0x77', amount);
    await box.request('devnet_restore', block(1));
    await box.mint('0x77', 10n);
    const copy = await Sandbox.create({ seed: 7, accounts: 2, dump: box.dump() });
    expect(await copy.request('starknet_blockNumber')).toBe(2);
    expect((await copy.request('devnet_getAccountBalance', { address: '0x77' })).amount).toBe('11');
    copy.close();
  });

  test('says what is wrong with its target, and changes nothing', async () => {
    await expect(box.request('devnet_restore', { snapshot_id: '0x9' })).rejects.toThrow(/no snapshot 0x9/);
    await expect(box.request('devnet_restore', block(9))).rejects.toThrow('No block found');
    await expect(box.request('devnet_restore', {})).rejects.toMatchObject({ code: -32602 });
    expect((await box.request('devnet_getSnapshots')).snapshots).toEqual([]);
  });
});

test('snapshots have names, and are dropped one by one', async () => {
  const [first, second] = [await box.request('devnet_snapshot'), await box.request('devnet_snapshot')];
  expect(await box.request('devnet_nameSnapshot', { snapshot_id: first, name: 'before the sale' })).toBe(true);
  expect(await box.request('devnet_dropSnapshot', { snapshot_id: second })).toBe(true);
  const { snapshots } = await box.request('devnet_getSnapshots');
  expect(snapshots).toMatchObject([{ snapshot_id: first, name: 'before the sale', is_present: true, branch: 0 }]);
  expect(await box.request('devnet_nameSnapshot', { snapshot_id: second, name: 'x' })).toBe(false);
  expect(await box.request('devnet_dropSnapshot', { snapshot_id: second })).toBe(false);
  const long = { snapshot_id: first, name: 'x'.repeat(101) };
  await expect(box.request('devnet_nameSnapshot', long)).rejects.toMatchObject({ code: -32602 });
});

describe('compareStates', () => {
  test('tells balances, nonces and storage by name between two blocks', async () => {
    const [{ address }] = box.accounts as never as [{ address: `0x${string}` }];
    await box.execute({ to: STRK, entryPoint: 'transfer', calldata: ['0x99', 5n, 0n] });
    const found = await box.request('devnet_compareStates', { before: block(0) });
    expect(found.balances).toContainEqual({ address: '0x99', unit: 'FRI', before: '0', after: '5' });
    const account = found.contracts.find(({ contract_address }) => contract_address === address);
    expect(account).toMatchObject({ nonce_before: '0x0', nonce_after: '0x1' });
    const token = found.contracts.find(({ contract_address }) => contract_address === STRK);
    expect(token?.contract_name).toBe('ERC20');
    expect(token?.storage).toContainEqual(
      expect.objectContaining({ path: 'ERC20_balances[0x99]', value_before: '0', value_after: '5' }),
    );
  });

  test('compares two branches, and finds no difference of a state from itself', async () => {
    const start = await box.request('devnet_snapshot');
    await box.mint('0x77', 4n);
    const { left_snapshot_id } = await box.request('devnet_restore', { snapshot_id: start });
    await box.mint('0x78', 9n);
    const { balances } = await box.request('devnet_compareStates', { before: { snapshot_id: left_snapshot_id! } });
    expect(balances).toContainEqual({ address: '0x77', unit: 'FRI', before: '4', after: '0' });
    expect(balances).toContainEqual({ address: '0x78', unit: 'FRI', before: '0', after: '9' });
    const same = await box.request('devnet_compareStates', {
      before: { snapshot_id: start },
      after: { snapshot_id: start },
    });
    expect(same).toMatchObject({ balances: [], contracts: [], contract_count: 0, cell_count: 0 });
  });
});

describe('the number of snapshots', () => {
  test('is bounded, and the error says how to go on', async () => {
    const small = await Sandbox.create({ seed: 7, accounts: 1, maxSnapshots: 2 });
    try {
      for (const amount of [1n, 2n]) {
        await small.mint('0x77', amount);
        await small.request('devnet_snapshot');
      }
      await small.mint('0x77', 3n);
      const tooMany =
        'There are 2 snapshots, the most that are kept. Drop one with dropSnapshot, revert to one, or start with a larger maxSnapshots.';
      await expect(small.request('devnet_snapshot')).rejects.toThrow(tooMany);
      // To leave the chain would need a snapshot of it.
      await expect(small.request('devnet_restore', block(1))).rejects.toThrow(tooMany);
      expect(await small.request('starknet_blockNumber')).toBe(3);
      await small.request('devnet_dropSnapshot', { snapshot_id: '0x1' });
      expect(await small.request('devnet_snapshot')).toBe('0x3');
      expect(await small.request('devnet_revert', { snapshot_id: '0x2' })).toBe(true);
      expect((await small.request('devnet_getSnapshots')).total).toBe(0);
    } finally {
      small.close();
    }
  });
});
