import { expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { STRK } from '../support/wallet.ts';

test('a block of many changes has the same hash whether it is hashed in slices or at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 });
  const box = await Sandbox.create({ seed: 1, accounts: 1 });
  const whole = await Sandbox.create({ seed: 1, accounts: 1 });
  try {
    const storage_entries = Array.from({ length: 1500 }, (_, i) => ({
      key: `0x${(i + 1).toString(16)}`,
      value: '0x7',
    }));
    const edit = { state_diff: { storage_diffs: [{ address: STRK, storage_entries }] } };
    const hashes: unknown[] = [];
    for (const each of [box, whole]) {
      await each.request('devnet_applyStateDiff', edit);
      if (each === box) await each.request('devnet_createBlock');
      // The hash of this block is read before the change is published.
      else await each.blocks.mine();
      hashes.push(await each.request('starknet_getBlockWithTxHashes', { block_id: 'latest' }));
    }
    expect(hashes[0]).toEqual(hashes[1]);
    expect(hashes[0]).toMatchObject({ block_number: 1 });
  } finally {
    box.close();
    whole.close();
    vi.useRealTimers();
  }
});
