import { afterEach, describe, expect, test, vi } from 'vitest';
import { readAbi } from '../../../../src/abi/readAbi.ts';
import { answeringNode } from '../../../test/answeringNode.ts';
import { faultsOf, meaningOf, plainTexts, tokenOfInput } from './argumentTexts.ts';

const input = (name: string, type: string) => ({ name, type });
const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const U256 = 'core::integer::u256';

const inputsOf = (...inputs: readonly object[]) =>
  readAbi([{ type: 'function', name: 'f', inputs, outputs: [], state_mutability: 'external' }] as never).functions.get(
    'f',
  )!.inputs;
const transfer = inputsOf(input('recipient', ADDRESS), input('amount', U256));
const GLD = { symbol: 'GLD', decimals: 18 };

afterEach(() => {
  vi.unstubAllGlobals();
});

const startNode = () =>
  answeringNode({
    sandbox_getPredeployedAccounts: () => [{ address: '0xa0' }],
    sandbox_search: () => ({ found: [{ kind: 'TOKEN', name: 'Gold Coin (GLD)', hash: '0x901d' }], next: null }),
  }).node;

describe('texts of arguments', () => {
  test('have addresses in place of names, and whole numbers in place of amounts in tokens', async () => {
    expect(await plainTexts(startNode(), transfer, ['account 0', '1.5 gld'], GLD)).toEqual([
      '0xa0',
      '1500000000000000000',
    ]);
    expect(await plainTexts(startNode(), transfer, ['Gold Coin', '2e3'], GLD)).toEqual(['0x901d', '2e3']);
  });

  test('stay as they are if they mean nothing, are numbers, or are for other types', async () => {
    expect(await plainTexts(startNode(), transfer, ['Nobody', '1.5'], GLD)).toEqual(['Nobody', '1.5']);
    expect(await plainTexts(startNode(), transfer, ["'short'", ''], GLD)).toEqual(["'short'", '']);
    expect(await plainTexts(startNode(), transfer, ['5'])).toEqual(['5', '']);
    const other = inputsOf(input('name', 'core::felt252'), input('index', U256));
    expect(await plainTexts(startNode(), other, ['account 0', '1 GLD'], GLD)).toEqual(['account 0', '1 GLD']);
  });

  test('are names also where an address may be left out', async () => {
    const abi = [
      {
        type: 'enum',
        name: `core::option::Option::<${ADDRESS}>`,
        variants: [
          { name: 'Some', type: ADDRESS },
          { name: 'None', type: '()' },
        ],
      },
      {
        type: 'function',
        name: 'f',
        inputs: [input('to', `core::option::Option::<${ADDRESS}>`)],
        outputs: [],
        state_mutability: 'view',
      },
    ];
    const { inputs } = readAbi(abi as never).functions.get('f')!;
    expect(await plainTexts(startNode(), inputs, ['GLD'])).toEqual(['0x901d']);
    expect(await plainTexts(startNode(), inputs, [''])).toEqual(['']);
  });
});

test.each([
  ['1.5 GLD', '= 1.5 GLD'],
  ['1,000 GLD', '= 1,000 GLD'],
  ['1.5e18', '= 1.5 GLD'],
  ['5', '= 0.000000000000000005 GLD'],
  ['1.5', undefined],
  ['1.5GLD', undefined],
  ['1,5 GLD', undefined],
  ['1,5', undefined],
  ['1 STRK', undefined],
  ['0.1234567890123456789 GLD', undefined],
  ['-1', undefined],
  ['', undefined],
])('the amount %j means %j', (text, meaning) => {
  expect(meaningOf(text, GLD)).toBe(meaning);
});

test('only numbers that are amounts by their name are amounts of a token', () => {
  const [recipient, amount] = transfer;
  expect(tokenOfInput(amount!, GLD)).toEqual(GLD);
  expect(tokenOfInput(recipient!, GLD)).toBeUndefined();
  expect(tokenOfInput({ ...amount!, name: 'index' }, GLD)).toBeUndefined();
  expect(tokenOfInput(amount!, null)).toBeUndefined();
  expect(tokenOfInput(amount!, { symbol: 'NFT', decimals: null })).toBeUndefined();
  expect(tokenOfInput(amount!, { symbol: ' ', decimals: 18 })).toBeUndefined();
});

describe('what is wrong with a text', () => {
  test('is nothing, or that it is empty', () => {
    expect(faultsOf(transfer, ['0x5', '1'])).toEqual([undefined, undefined]);
    expect(faultsOf(transfer, ['0x5', '1.5 GLD'], GLD)).toEqual([undefined, undefined]);
    expect(faultsOf(transfer, [' '])).toEqual(['A value is needed.', 'A value is needed.']);
  });

  test.each([
    ['1.5', 'A whole number of the smallest unit is needed. For 1.5 GLD, write 1.5 GLD or 1.5e18.'],
    ['many', 'Give an amount such as 1.5 GLD, or a whole number of the smallest unit.'],
    ['-1', '-1 does not fit u256 (0 to '],
  ])('for the amount %s of a token tells what to write', (text, fault) => {
    expect(faultsOf(transfer, ['0x5', text], GLD)[1]).toContain(fault);
  });

  test('is a decimal comma, or a part of a token that is not divided', () => {
    expect(faultsOf(transfer, ['0x5', '1,5 GLD'], GLD)[1]).toBe(
      'Give an amount such as 1.5 GLD, or a whole number of the smallest unit.',
    );
    expect(faultsOf(transfer, ['0x5', '1,5'])[1]).toBe('A whole number is needed, such as 1000 or 1e18.');
    expect(faultsOf(transfer, ['0x5', '1.5 ONE'], { symbol: 'ONE', decimals: 0 })[1]).toBe(
      'Give an amount such as 1 ONE, or a whole number of the smallest unit.',
    );
  });

  test('tells what to write for names and numbers', () => {
    expect(faultsOf(transfer, ['me', '1.5'])).toEqual([
      'Give an address that begins with 0x, account 1, a whole label or a whole name.',
      'A whole number is needed, such as 1000 or 1e18.',
    ]);
  });

  test.each(['core::felt252', 'core::starknet::class_hash::ClassHash', 'core::array::Array::<core::felt252>', U256])(
    'for the type %s has no words of programs',
    (type) => {
      for (const text of ['me', '-1', '["me"]', '[1.5]']) {
        const [fault] = faultsOf(inputsOf(input('it', type)), [text]);
        expect(fault ?? '').not.toMatch(/bigint|argument `|shortString/);
      }
    },
  );
});
