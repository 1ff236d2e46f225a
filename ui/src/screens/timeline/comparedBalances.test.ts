import { expect, test } from 'vitest';
import { comparedBalances } from './comparedBalances.ts';

const contract = (contract_address: `0x${string}`, storage: readonly object[]) =>
  ({ contract_address, contract_name: 'ERC20', storage }) as never;

test('balances of tokens that pay no fees come from their storage, and of other contracts none do', () => {
  const cells = [
    { path: 'ERC20_balances[0x77]', before: '5', after: '7' },
    { path: 'frozen_balances[119]', before: '1', after: '0' },
    { path: 'ERC20_total_supply', before: '5', after: '7' },
    { path: 'ERC20_balances[0x78]', before: '(1, 2)', after: '7' },
    { path: null, before: '0', after: '1' },
  ];
  const found = comparedBalances(
    {
      balances: [{ address: '0x1', unit: 'FRI', before: '1', after: '2' }],
      contracts: [contract('0x601d', cells), contract('0xbad', cells)],
    },
    (address) => address === '0x601d',
  );
  expect(found.map(({ owner, unit, path, before, after }) => [owner, unit, path, before, after])).toEqual([
    ['0x1', 'FRI', null, 1n, 2n],
    ['0x77', undefined, 'ERC20_balances[0x77]', 5n, 7n],
    ['0x77', undefined, 'frozen_balances[119]', 1n, 0n],
  ]);
  expect(found[1]!.token).toBe('0x601d');
});
