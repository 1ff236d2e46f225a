import { afterEach, describe, expect, test, vi } from 'vitest';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { answeringNode } from '../../../test/answeringNode.ts';
import { abiOf, callableFunctionsOf, callView, decodedEvent, encodeTexts, functionsOf } from './contractAbi.ts';

const input = (name: string, type: string) => ({ name, type });
const view = { type: 'function', state_mutability: 'view' };
const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const U256 = 'core::integer::u256';

const ABI = [
  { ...view, name: 'balance_of', inputs: [input('account', ADDRESS)], outputs: [{ type: U256 }] },
  { ...view, name: 'name', inputs: [], outputs: [{ type: 'core::felt252' }] },
  {
    type: 'function',
    name: 'transfer',
    inputs: [input('recipient', ADDRESS), input('amount', U256)],
    outputs: [{ type: 'core::bool' }],
    state_mutability: 'external',
  },
  { type: 'constructor', name: 'constructor', inputs: [input('owner', ADDRESS)] },
  {
    type: 'event',
    name: 'tokens::ERC20::Transfer',
    kind: 'struct',
    members: [
      { name: 'from', type: ADDRESS, kind: 'key' },
      { name: 'to', type: ADDRESS, kind: 'key' },
      { name: 'value', type: U256, kind: 'data' },
    ],
  },
  {
    type: 'event',
    name: 'tokens::ERC20::Event',
    kind: 'enum',
    variants: [{ name: 'Transfer', type: 'tokens::ERC20::Transfer', kind: 'nested' }],
  },
];

const token = abiOf({ abi: JSON.stringify(ABI) } as never);
const transfer = token.functions.get('transfer')!;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the ABI of a class', () => {
  test('is read once for each class, from a text or a list', () => {
    const contractClass = { abi: ABI } as never;
    expect(abiOf(contractClass)).toBe(abiOf(contractClass));
    expect(abiOf(contractClass).functionList.map(({ name }) => name)).toEqual(['balance_of', 'name', 'transfer']);
  });

  test('has no functions if its author wrote something else', () => {
    for (const abi of ['not JSON', '5', undefined, '{"a":1}'])
      expect(abiOf({ abi } as never).functionList, String(abi)).toEqual([]);
  });

  test('lists what only reads apart from what can change the state, without the constructor', () => {
    expect(functionsOf(token, 'view').map(({ name }) => name)).toEqual(['balance_of', 'name']);
    expect(functionsOf(token, 'external').map(({ name }) => name)).toEqual(['transfer']);
  });

  test('has entry points of the protocol, which nobody else can call', () => {
    const named = (name: string) => ({ type: 'function', name, inputs: [], outputs: [], state_mutability: 'view' });
    const account = abiOf({ abi: [named('__execute__'), named('__validate_deploy__'), named('get_key')] } as never);
    expect(functionsOf(account, 'view')).toHaveLength(3);
    expect(callableFunctionsOf(account, 'view').map(({ name }) => name)).toEqual(['get_key']);
  });
});

describe('arguments in a form', () => {
  test('become calldata', () => {
    expect(encodeTexts(transfer, ['0x5', '1e18'])).toEqual(['0x5', '0xde0b6b3a7640000', '0x0']);
  });

  test('that are wrong are named', () => {
    expect(() => encodeTexts(transfer, ['0x5', 'many'])).toThrow('amount');
  });
});

test('a view function is called in the open block, and its result is decoded to texts', async () => {
  const { node, paramsOf } = answeringNode({ chain_call: () => ['0xffffffffffffffffffffffffffffffff', '0x1'] });
  const { value } = await callView(node, '0x49d', token.functions.get('balance_of')!, ['0x5']);
  expect(value).toBe(String(2n ** 129n - 1n));
  expect(paramsOf('chain_call')).toEqual({
    request: {
      contract_address: '0x49d',
      entry_point_selector: `0x${selectorOfName('balance_of').toString(16)}`,
      calldata: ['0x5'],
    },
    block_id: 'pre_confirmed',
  });
});

test('an event is shown with its name and values, and only if the ABI has it', () => {
  const selector = `0x${selectorOfName('Transfer').toString(16)}`;
  expect(decodedEvent(token, [selector, '0x1', '0x2'], ['0x5', '0x0'])).toBe('Transfer(from: 0x1, to: 0x2, value: 5)');
  expect(decodedEvent(token, ['0x123'], ['0x5'])).toBeUndefined();
});
