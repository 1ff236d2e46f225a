import { expect, test } from 'vitest';
import { wireStateDiff } from './stateDiffEdit.ts';

test('several cells of a contract are one entry of the contract', () => {
  const { state_diff } = wireStateDiff({
    storage: [
      { address: '0xa', key: '0x1', value: 3n },
      { address: '0xb', key: '0x1', value: 4n },
      { address: 0xan, key: 2n, value: '0x5' },
    ],
  });
  expect(state_diff.storage_diffs).toEqual([
    {
      address: '0xa',
      storage_entries: [
        { key: '0x1', value: '0x3' },
        { key: '0x2', value: '0x5' },
      ],
    },
    { address: '0xb', storage_entries: [{ key: '0x1', value: '0x4' }] },
  ]);
});
