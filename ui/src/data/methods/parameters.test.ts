import { describe, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { fullName, type MethodEntry, type ParameterEntry } from './methodEntry.ts';
import { methods } from './methods.generated.ts';
import { readParameters, suggestedWords, template, textOfExample, withoutNames } from './parameters.ts';

const methodOf = (name: string): MethodEntry => methods.find((each) => each.name === name)!;

/** What a text means for a parameter of a type. */
const read = (type: string, text: string): unknown => {
  const method = { name: 'm', params: [{ name: 'p', type }] } as unknown as MethodEntry;
  return (readParameters(method, { p: text }) as { p?: unknown }).p;
};

describe('a typed parameter', () => {
  test.each([
    ['felt', '255', '0xff'],
    ['felt', ' 0xFF ', '0xFF'],
    ['address', '0', '0x0'],
    ['hash of 32 bytes', '16', '0x10'],
    ['block id', '12', { block_number: 12 }],
    ['block id', '0x12', { block_hash: '0x12' }],
    ['block id', 'latest', 'latest'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['list of felt, at most 100,000', '1, 0x2  3', ['0x1', '0x2', '0x3']],
    ['whole number below 2^64', '1_000', 1000],
    ['whole number below 2^64', '1e3', 1000],
    ['whole number below 2^64', '9007199254740993', '9007199254740993'],
    ['number', '-5', -5],
    ['number', '1.5', '1.5'],
    ['text', ' name ', 'name'],
  ])('of type %s reads %j as %j', (type, text, value) => {
    expect(read(type, text)).toEqual(value);
  });

  test('may be JSON, which keeps all digits of its numbers', () => {
    expect(read('felt', '"5"')).toBe('5');
    expect(read('EventFilter', '{"chunk_size": 18446744073709551615}')).toEqual({ chunk_size: 18446744073709551615n });
    expect(read('list of felt', '["0x1"]')).toEqual(['0x1']);
  });

  test('that is damaged JSON is named', () => {
    expect(() => read('EventFilter', '{"chunk_size"')).toThrow(/^p is not valid JSON: /);
  });

  test('that is empty is left out', () => {
    expect(readParameters(methodOf('getNonce'), { block_id: '  ', contract_address: '0x1' })).toEqual({
      contract_address: '0x1',
    });
  });
});

describe('the parameters to begin with', () => {
  test('are the example, if the documentation has one', () => {
    const method = methods.find(({ example }) => example)!;
    expect(template(method)).toBe(method.example);
  });

  test('have an empty value for each that is required', () => {
    expect(template(methodOf('getNonce'))).toEqual({ block_id: 'latest', contract_address: '0x0' });
    expect(template(methodOf('getEvents'))).toEqual({ filter: { chunk_size: '' } });
    expect(template(methodOf('chainId'))).toEqual({});
  });

  test('of each type are values that the type allows', () => {
    const parameter = (name: string, type: string, more: Partial<ParameterEntry> = {}) => ({ name, type, ...more });
    const params = [
      parameter('word', 'FRI or WEI', { words: ['FRI', 'WEI'] }),
      parameter('list', 'list of felt'),
      parameter('flag', 'boolean'),
      parameter('count', 'whole number below 2^64'),
      parameter('text', 'text'),
      parameter('left', 'felt', { optional: true }),
    ];
    expect(template({ params } as unknown as MethodEntry)).toEqual({
      word: 'FRI',
      list: [],
      flag: false,
      count: 0,
      text: '',
    });
  });
});

test('a value of an example is typed as JSON, and a text without its quotes', () => {
  expect(textOfExample('0x1')).toBe('0x1');
  expect(textOfExample({ block_number: 3 })).toBe('{"block_number":3}');
});

test('every example that is typed into the form is read as what it means', () => {
  // Numbers may change their form: JavaScript would round large ones, and hexadecimal ones may be decimal.
  const meaning = (value: unknown) => (/^(?:0x[\da-f]+|\d+|1e\+\d+)$/i.test(String(value)) ? Number(value) : value);
  const withExample = methods.filter(({ example }) => example);
  expect(withExample.length).toBeGreaterThan(20);
  for (const method of withExample) {
    const map = (values: object, change: (value: unknown) => unknown) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
    const read = readParameters(method, map(method.example!, textOfExample) as Record<string, string>);
    expect(map(read, meaning), method.name).toEqual(map(method.example!, meaning));
  }
});

test('a method has a name in each dialect', () => {
  const [getNonce, mint] = [methodOf('getNonce'), methodOf('mint')];
  expect([fullName(getNonce, 'starknet'), fullName(getNonce, 'neutral')]).toEqual([
    'starknet_getNonce',
    'chain_getNonce',
  ]);
  expect([fullName(mint, 'starknet'), fullName(mint, 'neutral')]).toEqual(['devnet_mint', 'sandbox_mint']);
});

test('words of a type are suggested where it takes other values too', () => {
  const typeOf = (name: string, parameter: string) =>
    methodOf(name).params.find((each) => each.name === parameter)!.type;
  expect(suggestedWords(typeOf('setBlockMode', 'mode'))).toEqual(['transaction', 'demand', 'mempool']);
  expect(suggestedWords(typeOf('setPriceSchedule', 'schedule'))).toEqual(['constant', 'walk', 'eip1559', 'dynamic']);
  expect(suggestedWords('block id')).toEqual(['latest', 'pre_confirmed']);
  for (const type of [
    'felt, or a number',
    'name, or selector as 0x…',
    'list of text of at most 1,000 characters, at most 100',
    'list of panic, storage, event, at most 64',
  ])
    expect(suggestedWords(type), type).toEqual([]);
});

describe('names in place of addresses', () => {
  const node = () =>
    answeringNode({
      sandbox_getPredeployedAccounts: () => [{ address: '0xa0' }, { address: '0xa1' }],
      sandbox_search: () => ({ found: [], next: null }),
    }).node;

  test('are read for addresses and lists of them, and nowhere else', async () => {
    const params = [
      { name: 'address', type: 'address' },
      { name: 'list', type: 'list of address, at most 200' },
      { name: 'hash', type: 'felt' },
    ];
    const method = { params } as unknown as MethodEntry;
    const texts = { address: 'account 1', list: 'account 0, 0x5', hash: 'account 0' };
    expect(await withoutNames(node(), method, texts)).toEqual({
      address: '0xa1',
      list: '0xa0, 0x5',
      hash: 'account 0',
    });
    const plain = { address: '119', list: '0x5 0x6', hash: '' };
    expect(await withoutNames(node(), method, plain)).toEqual({ ...plain, list: '0x5, 0x6' });
    const json = { address: '"0x5"', list: '["0x5"]', hash: '' };
    expect(await withoutNames(node(), method, json)).toEqual(json);
    vi.unstubAllGlobals();
  });

  test('that nobody has are an error which names the field and the way out', async () => {
    await expect(withoutNames(node(), methodOf('mint'), { address: 'bob', amount: '1' })).rejects.toThrow(
      'address: Nobody is called bob: give an address that begins with 0x, account 0, or a whole label.',
    );
    vi.unstubAllGlobals();
  });
});
