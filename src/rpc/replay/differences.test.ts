import { describe, expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

describe('two answers', () => {
  test('are the same if values, and lists of a state diff in any order, are', () => {
    const origin = {
      fee: '0x0A',
      state_diff: {
        nonces: [
          { contract_address: '0x2', nonce: '0x1' },
          { contract_address: '0x1', nonce: '0x5' },
        ],
      },
    };
    const ours = {
      fee: '0xa',
      state_diff: {
        nonces: [
          { contract_address: '0x01', nonce: '0x5' },
          { contract_address: '0x2', nonce: '0x01' },
        ],
        replaced_classes: [],
      },
      l1_gas: 0,
    };
    expect(differencesOf('', origin, ours)).toEqual([]);
  });

  test('differ in the order of events', () => {
    expect(differencesOf('events', ['0x1', '0x2'], ['0x2', '0x1'])).toHaveLength(2);
  });

  test('are compared entry by entry, which the difference names', () => {
    const [origin, ours] = [
      [{ address: '0x5', storage_entries: [{ key: '0x1', value: '0x2' }] }],
      [
        { address: '0x4', storage_entries: [{ key: '0x9', value: '0x9' }] },
        { address: '0x5', storage_entries: [{ key: '0x1', value: '0x3' }] },
      ],
    ];
    expect(differencesOf('storage_diffs', origin, ours)).toEqual([
      { at: 'storage_diffs[0x5].storage_entries[0x1].value', origin: '0x2', replayed: '0x3' },
      { at: 'storage_diffs[0x4]', origin: undefined, replayed: ours[0] },
    ]);
  });

  test('differ if one has something that is not empty', () => {
    expect(differencesOf('', { a: 1, b: null }, { b: [0] })).toEqual([
      { at: 'a', origin: 1, replayed: undefined },
      { at: 'b', origin: null, replayed: [0] },
    ]);
  });
});
