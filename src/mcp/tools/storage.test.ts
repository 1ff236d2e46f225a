import { expect, test } from 'vitest';
import type { Branch } from '../branch.ts';
import { variablePath } from './storage.ts';

const branch = { box: { accounts: [{ address: '0xa0' }] }, contracts: [] } as unknown as Branch;

test('keys of maps can be names, with or without @, numbers and bools', () => {
  expect(variablePath(branch, 'balances[@STRK]')).toBe(variablePath(branch, 'balances[STRK]'));
  expect(variablePath(branch, 'flags[true].by[false][7]')).toBe('flags[true].by[false][7]');
  expect(() => variablePath(branch, 'balances[@true]')).toThrow('true');
  expect(() => variablePath(branch, 'balances[nobody]')).toThrow('nobody');
});
