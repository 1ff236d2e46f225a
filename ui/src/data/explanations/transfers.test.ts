import { expect, test } from 'vitest';
import { call } from '../../../test/call.ts';
import type { Call } from './explanation.ts';
import { balanceCell, balanceChanges, transferOf, transfersOf } from './transfers.ts';

const event = (members: Record<string, string>, name = 'Transfer') => ({ name, members });

test('an event of a token tells of a transfer, whatever its members are called', () => {
  const expected = { token: '0x9', from: '0x1', to: '0x2', amount: 5n };
  expect(transferOf('0x9', event({ from: '0x1', to: '0x2', value: '5' }))).toEqual(expected);
  expect(transferOf('0x9', event({ sender: '0x1', recipient: '0x2', amount: '5' }))).toEqual(expected);
  expect(transferOf('0x9', event({ from: '0x1', to: '0x2', value: '5' }, 'erc20::Transfer'))).toEqual(expected);
  const nft = event({ from: '0x1', to: '0x2', token_id: '7' });
  expect(transferOf('0x9', nft)).toEqual({ ...expected, amount: 1n, id: '7' });
});

test('other events tell of none', () => {
  expect(transferOf('0x9', event({ from: '0x1', to: '0x2', value: 'much' }))).toBeUndefined();
  expect(transferOf('0x9', event({ from: '0x1', to: '0x2', value: '5' }, 'Approval'))).toBeUndefined();
  expect(transferOf('0x9', { name: 'Transfer', members: null })).toBeUndefined();
  expect(transferOf('0x9', { name: null, members: ['5'] })).toBeUndefined();
});

test('a transaction has the transfers that stayed, and its fee', () => {
  const emitting = (value: string, parts: Partial<Call>) =>
    call({
      contract_address: '0x9',
      sequence: ['EVENT'],
      events: [event({ from: '0x1', to: '0x2', value }) as unknown as Call['events'][number]],
      ...parts,
    });
  const calls = [
    emitting('5', { phase: 'EXECUTE' }),
    emitting('6', { phase: 'EXECUTE', end: 'PANICKED' }),
    emitting('7', { phase: 'FEE_TRANSFER' }),
  ];
  expect(transfersOf({ calls }).map(({ amount, isFee }) => [amount, isFee])).toEqual([
    [5n, false],
    [7n, true],
  ]);
});

const transfer = (token: string, from: string, to: string, amount: bigint) => ({ token, from, to, amount });

test('transfers are added up by owner and token; what comes back changes nothing', () => {
  expect(
    balanceChanges([
      transfer('0x9', '0x1', '0x2', 5n),
      transfer('0x9', '0x1', '0x3', 2n),
      transfer('0x9', '0x3', '0x1', 2n),
      transfer('0x8', '0x0', '0x1', 7n),
    ]),
  ).toMatchObject([
    { owner: '0x1', token: '0x9', amount: -5n },
    { owner: '0x2', token: '0x9', amount: 5n },
    { owner: '0x1', token: '0x8', amount: 7n },
  ]);
});

test('fees are rows of their own at the end, and each NFT is one', () => {
  const fee = { ...transfer('0x9', '0x1', '0x5', 1n), isFee: true };
  const nft = (id: string) => ({ ...transfer('0x7', '0x1', '0x2', 1n), id });
  expect(
    balanceChanges([fee, transfer('0x9', '0x1', '0x2', 5n), nft('3'), nft('4')]).map(
      ({ owner, amount, id, isFee }) => `${owner} ${amount}${id ? ` #${id}` : ''}${isFee ? ' fee' : ''}`,
    ),
  ).toEqual(['0x1 -5', '0x1 -1 #3', '0x1 -1 #4', '0x2 1 #3', '0x2 1 #4', '0x2 5', '0x1 -1 fee', '0x5 1 fee']);
});

test('storage tells what is left, and of balances that no event told of', () => {
  const cell = balanceCell('0x9', 'ERC20_balances[0x01]', '10', '5')!;
  expect(cell).toEqual({ token: '0x9', owner: '0x1', before: 10n, after: 5n });
  const edited = balanceCell('0x9', 'balances[0x6]', '0', '100')!;
  expect(balanceChanges([transfer('0x9', '0x1', '0x2', 5n)], [cell, edited])).toMatchObject([
    { owner: '0x1', amount: -5n, after: 5n },
    { owner: '0x2', amount: 5n, after: undefined },
    { owner: '0x6', amount: 100n, after: 100n },
  ]);
});

test('storage alone tells what changed where only a part of the transfers is known', () => {
  const cell = balanceCell('0x9', 'balances[0x1]', '1000', '700')!;
  expect(balanceChanges([transfer('0x9', '0x1', '0x2', 5n)], [cell], true)).toMatchObject([
    { owner: '0x1', amount: -300n, after: 700n },
    { owner: '0x2', amount: 5n, after: undefined },
  ]);
});

test.each([
  ['total_supply', '1', '2'],
  [null, '1', '2'],
  ['balances[0x1]', null, '2'],
  ['balances[0x1]', 'a', '2'],
  ['balances[0x1].when', '1', '2'],
])('a cell that is no balance is none: %s, %s to %s', (path, before, after) => {
  expect(balanceCell('0x9', path, before, after)).toBeUndefined();
});
