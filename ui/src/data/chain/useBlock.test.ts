import { expect, test } from 'vitest';
import { isBlockNumber, readBlockId } from './useBlock.ts';

test('a block is named by a tag, a number or a hash', () => {
  expect(readBlockId('latest')).toBe('latest');
  expect(readBlockId('pre_confirmed')).toBe('pre_confirmed');
  expect(readBlockId('0')).toEqual({ block_number: 0 });
  expect(readBlockId('12')).toEqual({ block_number: 12 });
  expect(readBlockId('0x12')).toEqual({ block_hash: '0x12' });
});

test('other texts name no block', () => {
  for (const text of ['', 'pending', '-1', '1.5', '1e3', '0x', ' 1', `0x${'1'.repeat(65)}`])
    expect(readBlockId(text), text).toBeUndefined();
});

test('a block number has at most 15 digits, so that JavaScript can hold it', () => {
  expect(isBlockNumber('999999999999999')).toBe(true);
  expect(isBlockNumber('1000000000000000')).toBe(false);
});
