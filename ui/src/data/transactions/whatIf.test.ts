import { expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { feeTokens } from '../contracts/feeTokens.ts';
import { dateWords, isPresent, NOW, readWhatIf, withoutNames } from './whatIf.ts';

test('nothing typed is the chain of now', () => {
  expect(readWhatIf(NOW)).toEqual({ block_id: 'pre_confirmed' });
  expect([isPresent(NOW), isPresent({ ...NOW, time: '2027-01-01' }), isPresent({ ...NOW, block: '3' })]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a block, a time, storage, balances and code are read', () => {
  const overrides = [
    { kind: 'storage', address: '0xA', name: 'owners[0x1]', value: '0x5' },
    { kind: 'storage', address: '0xa', name: 'limits', value: '[1, 20000000000000000000]' },
    { kind: 'balance', address: '0xb', name: '', value: '1e18' },
    { kind: 'balance', address: '0xb', name: '0x99', value: '5' },
    { kind: 'code', address: '0xc', name: '', value: '0xdd' },
  ] as const;
  const read = readWhatIf({ block: '12', time: '1,700,000,000', overrides });
  expect(read.block_id).toEqual({ block_number: 12 });
  expect(read.overrides).toMatchObject({
    block_number: 13,
    time: '1700000000',
    storage: [
      { contract_address: '0xa', key: 'owners[0x1]', value: '0x5' },
      { contract_address: '0xa', key: 'limits', value: [1, 20000000000000000000n] },
    ],
    balances: [
      { address: '0xb', amount: '1000000000000000000' },
      { address: '0xb', amount: '5', token: '0x99' },
    ],
    classes: [{ contract_address: '0xc', class_hash: '0xdd' }],
  });
});

test('the tokens of fees have their symbols, as the form suggests', () => {
  const given = ['STRK', ' eth '].map((name) => ({ kind: 'balance', address: '0xb', name, value: '1' }) as const);
  const { overrides } = readWhatIf({ ...NOW, overrides: given });
  expect(overrides?.balances.map(({ token }) => token)).toEqual([feeTokens.STRK, feeTokens.ETH]);
  const unknown = [{ kind: 'balance', address: '0xb', name: 'USDC', value: '1' }] as const;
  expect(() => readWhatIf({ ...NOW, overrides: unknown })).toThrow('Token');
});

test.each([
  [{ ...NOW, block: 'x' }, 'Block'],
  [{ ...NOW, time: 'yesterday' }, 'Time'],
  [{ ...NOW, overrides: [{ kind: 'storage', address: 'Bob', name: 'a', value: '1' }] }, 'Contract'],
  [{ ...NOW, overrides: [{ kind: 'storage', address: '0x1', name: '', value: '1' }] }, 'Variable'],
  [{ ...NOW, overrides: [{ kind: 'balance', address: '0x1', name: '', value: '-1' }] }, 'Amount'],
  [{ ...NOW, overrides: [{ kind: 'code', address: '0x1', name: '', value: '' }] }, 'Class hash'],
] as const)('what cannot be read is named: %j', (draft, field) => {
  expect(() => readWhatIf(draft)).toThrow(field);
});

test('names become addresses, but the symbols of fee tokens stay', async () => {
  const { node } = answeringNode({ sandbox_getPredeployedAccounts: () => [{ address: '0xa0' }] });
  const balance = { kind: 'balance', address: 'account 0', name: 'STRK', value: '1' } as const;
  const storage = { kind: 'storage', address: '0x5', name: 'balances[account 0]', value: 'x' } as const;
  const { overrides } = await withoutNames(node, { ...NOW, overrides: [balance, storage] });
  expect(overrides).toEqual([
    { ...balance, address: '0xa0' },
    { ...storage, name: 'balances[0xa0]' },
  ]);
  vi.unstubAllGlobals();
});

test('a typed time is shown as a date in words', () => {
  expect(dateWords('2026-11-18 10:00')).toBe('Wed Nov 18 2026, 10:00:00');
  const seconds = new Date('2026-11-18 10:00').getTime() / 1000;
  expect(dateWords(String(seconds))).toBe('Wed Nov 18 2026, 10:00:00');
  for (const text of ['', 'soon', '-5', '1e30']) expect(dateWords(text), text).toBeUndefined();
});
