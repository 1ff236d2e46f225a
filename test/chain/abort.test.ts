import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';
import { STRK, transfer } from '../support/wallet.ts';

// Time must not pass, since the open block shows it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }));
afterEach(() => void vi.useRealTimers());

test('after blocks are aborted, every answer is as it was before them', async () => {
  const box = await Sandbox.create({ seed: 3, accounts: 1, stateArchiveCapacity: 'full', journal: false });
  const cells = ['0x7', '0x8'].map((key) => [STRK, key] as const);
  const edit = (key: string, value: string) =>
    box.request('devnet_setStorageAt', { contract_address: STRK, key, value });
  const grow = async (nonce: number, blocks: number) => {
    await edit('0x7', `0x${nonce + 1}`);
    await box.request('starknet_addInvokeTransaction', transfer(box.accounts[0]!, nonce, 0x77n, 5n));
    await box.request('devnet_mine', { blocks });
  };
  await grow(0, 12);
  const before = await readEverything(box, { cells });
  for (const round of [1, 2]) {
    await grow(1, 40 * round);
    await edit('0x8', '0x9');
    await grow(2, 3);
    const { aborted } = await box.request<{ aborted: string[] }>('devnet_abortBlocks', {
      starting_block_id: { block_number: 14 },
    });
    expect(aborted).toHaveLength(40 * round + 5);
    expect(firstDifference(await readEverything(box, { cells }), before)).toBeUndefined();
  }
  box.close();
});
