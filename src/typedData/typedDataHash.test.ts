// Hashes are those of starknet.js, for every kind of type of both revisions.
import { typedData } from 'starknet';
import { describe, expect, test } from 'vitest';
import type { Felt } from '../felt/felt.ts';
import { typedDataHash } from './typedDataHash.ts';

const ACCOUNT = '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const DOMAIN_1 = [
  { name: 'name', type: 'shortstring' },
  { name: 'version', type: 'shortstring' },
  { name: 'chainId', type: 'shortstring' },
  { name: 'revision', type: 'shortstring' },
];
const DOMAIN_0 = [
  { name: 'name', type: 'felt' },
  { name: 'version', type: 'felt' },
  { name: 'chainId', type: 'felt' },
];
const domain1 = { name: 'Shop', version: '1', chainId: 'SN_SEPOLIA', revision: '1' };
const domain0 = { name: 'Shop', version: '1', chainId: 'SN_SEPOLIA' };

const data = (types: object, primaryType: string, message: object, revision: 0 | 1 = 1) => ({
  types: revision === 1 ? { StarknetDomain: DOMAIN_1, ...types } : { StarkNetDomain: DOMAIN_0, ...types },
  primaryType,
  domain: revision === 1 ? domain1 : domain0,
  message,
});

const same = (given: ReturnType<typeof data>): void => {
  const expected = typedData.getMessageHash(given as never, ACCOUNT);
  expect(`0x${typedDataHash(given, BigInt(ACCOUNT) as Felt).toString(16)}`).toBe(expected);
};

const fields = (...types: readonly string[]) => types.map((type, i) => ({ name: `field ${i}`, type }));
const values = (...list: readonly unknown[]) => Object.fromEntries(list.map((value, i) => [`field ${i}`, value]));

describe('a hash of typed data', () => {
  test('covers scalars of revision 1', () => {
    const types = [
      'felt',
      'shortstring',
      'u128',
      'i128',
      'timestamp',
      'ClassHash',
      'ContractAddress',
      'bool',
      'string',
    ];
    const text = 'a text that is longer than thirty-one bytes';
    const list = ['0x5', 'hello', 7, '-3', 1_700_000_000, '0x123', '0x456', true, text];
    same(data({ All: fields(...types) }, 'All', values(...list)));
    same(data({ All: fields('felt', 'felt', 'string') }, 'All', values('1234', 'x1', '')));
  });

  test('covers scalars of revision 0', () => {
    same(data({ All: fields('felt', 'string', 'bool', 'felt') }, 'All', values('0x5', 'hello', true, '12'), 0));
  });

  test('covers structs in structs, and lists of them', () => {
    const types = {
      Order: fields('Person', 'Item*', 'felt*', 'Empty'),
      Person: fields('felt', 'Address'),
      Address: fields('shortstring'),
      Item: fields('felt', 'u256', 'TokenAmount'),
      Empty: [],
    };
    const item = values('0x1', { low: '1', high: '0' }, { token_address: '0x9', amount: { low: 5, high: 0 } });
    const message = values(values('0x2', values('street')), [item, item], [1, 2, '0x3'], {});
    same(data(types, 'Order', message));
    const { Item: _, ...old } = types;
    same(data({ ...old, Item: fields('felt') }, 'Order', values(message['field 0'], [values(4)], [1], {}), 0));
  });

  test('covers NFTs, selectors, Merkle trees and enums', () => {
    const types = {
      All: [
        { name: 'nft', type: 'NftId' },
        { name: 'selector', type: 'selector' },
        { name: 'root', type: 'merkletree', contains: 'Policy' },
        { name: 'choice', type: 'enum', contains: 'Choice' },
        { name: 'other', type: 'enum', contains: 'Choice' },
      ],
      Policy: fields('ContractAddress', 'selector'),
      Choice: [
        { name: 'None', type: '()' },
        { name: 'Some', type: '(u128,Policy*)' },
      ],
    };
    const policy = (i: number) => values(`0x${i}`, `function_${i}`);
    for (const count of [1, 2, 3, 5])
      same(
        data(types, 'All', {
          nft: { collection_address: '0x1', token_id: { low: 3, high: 4 } },
          selector: 'transfer',
          root: Array.from({ length: count }, (_, i) => policy(i + 1)),
          choice: { Some: [3, [policy(1), policy(2)]] },
          other: { None: [] },
        }),
      );
    const old = { All: [{ name: 'root', type: 'merkletree', contains: 'Policy' }], Policy: fields('felt', 'selector') };
    same(data(old, 'All', { root: [policy(1), policy(2), policy(3)] }, 0));
  });
});

describe('typed data that is wrong', () => {
  const refused = (given: unknown): string => {
    try {
      typedDataHash(given, 1n as Felt);
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
    return 'it was hashed';
  };

  test('is named', () => {
    expect(refused(undefined)).toMatch(/TypedDataError: typed data must be an object/);
    expect(refused(data({ A: fields('felt') }, 'A', {}))).toBe('TypedDataError: message.field 0 is missing.');
    expect(refused(data({ A: fields('u128') }, 'A', values(-1)))).toContain('message.field 0: -1 does not fit u128');
    expect(refused(data({ A: fields('Nothing') }, 'A', values(1)))).toContain('There is no type Nothing');
    expect(refused(data({ A: fields('felt') }, 'B', values(1)))).toContain('There is no type B');
    expect(refused(data({ A: fields('bool') }, 'A', values(1)))).toContain('must be true or false');
    expect(refused({ ...data({}, 'A', {}), domain: domain0 })).toContain('revision 0 needs StarkNetDomain');
    expect(refused(data({ A: fields('constructor') }, 'A', values(1)))).toContain('There is no type constructor');
    expect(refused(data({ 'felt*': fields('felt') }, 'felt*', values(1)))).toContain('cannot be defined');
  });

  test('is bounded in size and depth', () => {
    const long = Array.from({ length: 20_000 }, () => 1);
    expect(refused(data({ A: fields('felt*') }, 'A', values(long)))).toContain('more than 10000 values');
    let deep: object = values([]);
    for (let i = 0; i < 100; i++) deep = values([deep]);
    expect(refused(data({ A: fields('A*') }, 'A', deep))).toContain('nested more than 50 deep');
    expect(refused(data({ A: fields('string') }, 'A', values('a'.repeat(400_000))))).toContain(
      'more than 10000 values',
    );
    const wide = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`T${i}`, fields(...Array(100).fill('felt*'))]),
    );
    expect(refused(data(wide, 'T0', {}))).toContain('more than 20000');
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`T${i}`, fields('felt')]));
    expect(refused(data(many, 'T0', values(1)))).toContain('more than 100');
  });
});
