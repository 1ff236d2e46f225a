import {
  CairoCustomEnum,
  CairoOption,
  CairoOptionVariant,
  CairoResult,
  CairoResultVariant,
  CallData,
  cairo,
} from 'starknet';
import { describe, expect, test } from 'vitest';
import { ownAbi } from '../../test/support/abis.ts';
import type { Felt } from '../felt/felt.ts';
import { AbiError } from './abiError.ts';
import { decodeArguments, decodeResult } from './decode.ts';
import { encodeArguments } from './encode.ts';
import { readAbi } from './readAbi.ts';
import { readShortString, shortString } from './scalars.ts';

const items = [
  {
    type: 'struct',
    name: 'core::byte_array::ByteArray',
    members: [
      { name: 'data', type: 'core::array::Array::<core::bytes_31::bytes31>' },
      { name: 'pending_word', type: 'core::felt252' },
      { name: 'pending_word_len', type: 'core::integer::u32' },
    ],
  },
  {
    type: 'struct',
    name: 'test::Point',
    members: [
      { name: 'x', type: 'core::integer::i32' },
      { name: 'y', type: 'core::option::Option::<core::integer::u8>' },
    ],
  },
  {
    type: 'enum',
    name: 'test::Status',
    variants: [
      { name: 'Open', type: '()' },
      { name: 'Closed', type: 'core::integer::u256' },
      { name: 'At', type: 'test::Point' },
    ],
  },
  {
    type: 'enum',
    name: 'core::option::Option::<core::integer::u8>',
    variants: [
      { name: 'Some', type: 'core::integer::u8' },
      { name: 'None', type: '()' },
    ],
  },
  {
    type: 'enum',
    name: 'core::result::Result::<core::integer::u8, core::felt252>',
    variants: [
      { name: 'Ok', type: 'core::integer::u8' },
      { name: 'Err', type: 'core::felt252' },
    ],
  },
];
const taking = (type: string) => {
  const entry = {
    type: 'function',
    name: 'f',
    inputs: [{ name: 'x', type }],
    outputs: [{ type }],
    state_mutability: 'view',
  };
  return { abi: [...items, entry], entry: readAbi([...items, entry]).functions.get('f')! };
};
const encodeOne = (type: string, value: unknown) => encodeArguments(taking(type).entry, [value]);

describe('values are encoded as starknet.js encodes them', () => {
  const point = (x: number, y: number | null) => ({ x, y });
  const theirPoint = (x: number, y: number | null) => ({
    x,
    y: y === null ? new CairoOption(CairoOptionVariant.None) : new CairoOption(CairoOptionVariant.Some, y),
  });
  const long = 'A text of more than thirty-one bytes: één, zwei, три.';
  const cases: [type: string, ours: unknown, theirs?: unknown][] = [
    ['core::felt252', '0x5'],
    ['core::felt252', shortString('hello'), 'hello'],
    ['core::starknet::contract_address::ContractAddress', '0x01aB'],
    ['core::integer::u8', 255n],
    ['core::integer::i32', -5n],
    ['core::integer::u256', 2n ** 200n + 5n],
    ['core::integer::u512', 2n ** 500n + 2n ** 130n],
    ['core::bool', true],
    ['core::byte_array::ByteArray', long],
    ['core::byte_array::ByteArray', ''],
    ['core::byte_array::ByteArray', 'x'.repeat(31)],
    ['core::array::Array::<core::integer::u256>', [1n, 2n ** 130n]],
    ['core::array::Span::<core::array::Array::<core::felt252>>', [['0x1'], [], ['0x2', '0x3']]],
    ['(core::integer::u8, core::bool)', [5n, false], cairo.tuple(5n, false)],
    ['[core::felt252; 3]', ['0x1', '0x2', '0x3']],
    ['test::Point', point(-5, 7), theirPoint(-5, 7)],
    ['core::array::Array::<test::Point>', [point(1, null)], [theirPoint(1, null)]],
    ['test::Status', 'Open', new CairoCustomEnum({ Open: {} })],
    ['test::Status', { Closed: 5n }, new CairoCustomEnum({ Closed: 5n })],
    ['test::Status', { At: point(1, 2) }, new CairoCustomEnum({ At: theirPoint(1, 2) })],
    [
      'core::result::Result::<core::integer::u8, core::felt252>',
      { Ok: 5n },
      new CairoResult(CairoResultVariant.Ok, 5n),
    ],
    [
      'core::result::Result::<core::integer::u8, core::felt252>',
      { Err: '0x7' },
      new CairoResult(CairoResultVariant.Err, '0x7'),
    ],
  ];
  test.each(cases)('%s %o', (type, ours, theirs = ours) => {
    const { abi, entry } = taking(type);
    const calldata = new CallData(abi).compile('f', [theirs as never]);
    expect(encodeArguments(entry, [ours])).toEqual(calldata.map(BigInt));
  });

  test('for the constructor of a token', () => {
    const abi = ownAbi('erc20.sierra.json');
    const args = {
      name: 'Token',
      symbol: 'T',
      decimals: 18,
      initial_supply: 10n ** 30n,
      recipient: '0x7',
      permitted_minter: '0x8',
    };
    expect(encodeArguments(readAbi(abi).constructorFunction!, args)).toEqual(
      new CallData(abi as never).compile('constructor', args).map(BigInt),
    );
  });

  test('for a call of a Cairo 0 account', () => {
    const abi = ownAbi('account_cairo0.json');
    const args = {
      call_array: [{ to: '0x1', selector: '0x2', data_offset: '0x0', data_len: '0x1' }],
      calldata: ['0x9'],
    };
    const entry = readAbi(abi).functions.get('__execute__')!;
    const calldata = new CallData(abi as never).compile('__execute__', args);
    expect(encodeArguments(entry, args)).toEqual(calldata.map(BigInt));
    expect(decodeArguments(entry, calldata.map(BigInt) as Felt[])).toEqual(args);
    expect(decodeResult(entry, [2n, 5n, 6n] as Felt[])).toEqual(['0x5', '0x6']);
  });
});

describe('values can be given in several forms', () => {
  const same = (type: string, ...values: unknown[]) => {
    const [first, ...others] = values.map((value) => encodeOne(type, value));
    for (const other of others) expect(other).toEqual(first);
  };

  test('numbers as bigint, number, digits or hex', () => {
    same('core::integer::u256', 10n, 10, '10', '0xa', '0x0A');
    same('core::integer::i8', -10n, -10, '-10');
    same('core::felt252', 10n, 10, '0xa');
    same('core::starknet::class_hash::ClassHash', 10n, '0xa', '0x000a');
  });

  test('addresses as what has an address', () => {
    same('core::starknet::contract_address::ContractAddress', '0x5', 5n, { address: '0x5', privateKey: '0x1' });
  });

  test('options as values or with their names', () => {
    const option = 'core::option::Option::<core::integer::u8>';
    same(option, null, undefined, { None: null }, { None: undefined });
    same(option, 5n, { Some: 5n });
    const nested = `core::option::Option::<${option}>`;
    expect(encodeOne(nested, null)).toEqual([1n]);
    expect(encodeOne(nested, { Some: null })).toEqual([0n, 1n]);
    expect(encodeOne(nested, { Some: 5n })).toEqual([0n, 0n, 5n]);
    expect(() => encodeOne(nested, 5n)).toThrow('expected Option<Option<u8>> ({ Some: … } or null), got 5n');
  });

  test('byte arrays as text or bytes', () => same('core::byte_array::ByteArray', 'é', Uint8Array.of(0xc3, 0xa9)));

  test('short strings through a helper, since text alone could be a number', () => {
    expect(shortString('hello')).toBe('0x68656c6c6f');
    expect(readShortString('0x68656c6c6f')).toBe('hello');
    expect(readShortString(5n)).toBeUndefined();
    expect(() => shortString('x'.repeat(32))).toThrow(AbiError);
    expect(() => encodeOne('core::felt252', '10')).toThrow("shortString('…')");
  });
});

describe('a wrong value is refused with its place and type', () => {
  const errors: [type: string, value: unknown, message: string][] = [
    [
      'core::starknet::contract_address::ContractAddress',
      'abc',
      "argument `x`: expected ContractAddress (0x… text or bigint), got 'abc'",
    ],
    [
      'core::starknet::contract_address::ContractAddress',
      5,
      'argument `x`: expected ContractAddress (0x… text or bigint), got 5',
    ],
    [
      'core::felt252',
      'hello',
      "argument `x`: expected felt252 (0x… text, bigint or number; shortString('…') for a short string), got 'hello'",
    ],
    [
      'core::felt252',
      -1n,
      'argument `x`: -1 does not fit felt252 (0 to 0x800000000000011000000000000000000000000000000000000000000000000)',
    ],
    ['core::integer::u8', 256, 'argument `x`: 256 does not fit u8 (0 to 255)'],
    ['core::integer::u8', 1.5, 'argument `x`: expected u8 (bigint, number, or text of digits), got 1.5'],
    [
      'core::integer::u256',
      2 ** 60,
      'argument `x`: the number 1152921504606847000 is too large to be exact; give a bigint',
    ],
    ['core::integer::u8', ' 5', "argument `x`: expected u8 (bigint, number, or text of digits), got ' 5'"],
    ['core::bool', 1, 'argument `x`: expected bool (true or false), got 1'],
    [
      'core::byte_array::ByteArray',
      '\ud800',
      'argument `x`: the text has half of a surrogate pair, which UTF-8 cannot express',
    ],
    ['core::array::Array::<test::Point>', [{ x: 1, y: 300 }], 'argument `x[0].y`: 300 does not fit u8 (0 to 255)'],
    ['test::Point', { x: 1 }, 'argument `x`: `y` is missing (expected x, y)'],
    ['test::Point', { x: 1, y: 2, z: 3 }, 'argument `x`: there is no `z` (expected x, y)'],
    ['test::Point', [1, 2], 'argument `x`: expected Point (an object with x, y), got an array of 2'],
    ['test::Status', 'Closed', "argument `x`: expected Status ('Open', { Closed: … }, { At: … }), got 'Closed'"],
    [
      'test::Status',
      { Gone: 1 },
      "argument `x`: expected Status ('Open', { Closed: … }, { At: … }), got an object with Gone",
    ],
    [
      'test::Status',
      { At: { x: 1, y: 'z' } },
      "argument `x.At.y`: expected u8 (bigint, number, or text of digits), got 'z'",
    ],
    ['(core::bool, core::bool)', [true], 'argument `x`: expected (bool, bool) (an array of 2), got an array of 1'],
    [
      'core::result::Result::<core::bool, core::bool>',
      true,
      'argument `x`: expected Result<bool, bool> ({ Ok: … } or { Err: … }), got true',
    ],
    ['core::zeroable::NonZero::<core::integer::u256>', 0, 'argument `x`: expected NonZero<u256>, got zero'],
    ['what::Ever', 0, 'argument `x`: the ABI does not define the type what::Ever'],
  ];
  test.each(errors)('%s %o', (type, value, message) => {
    let caught: unknown;
    try {
      encodeOne(type, value);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(AbiError);
    expect((caught as Error).message).toBe(message);
  });

  test('also when the number or the names of arguments are wrong', () => {
    const transfer = readAbi(ownAbi('erc20.sierra.json')).functions.get('transfer')!;
    expect(() => encodeArguments(transfer, ['0x1'])).toThrow(
      'transfer takes 2 arguments (recipient: ContractAddress, amount: u256), got 1.',
    );
    expect(() => encodeArguments(transfer, { to: '0x1', amount: 1n })).toThrow(
      'The arguments of transfer: `recipient` is missing (expected recipient, amount)',
    );
  });
});

test('felts that do not fit are refused with the place, the type and the felt', () => {
  const decodeOne =
    (type: string, ...felts: bigint[]) =>
    () =>
      decodeResult(taking(type).entry, felts as Felt[]);
  expect(decodeOne('core::integer::u8', 256n)).toThrow('result: expected u8, got 0x100 (felt 0)');
  expect(decodeOne('core::integer::u256', 1n)).toThrow('result: expected u256, but the list ends after 1 felt');
  expect(decodeOne('core::bool', 1n, 1n, 1n)).toThrow('result: 2 felts too many after the result');
  expect(decodeOne('test::Status', 3n)).toThrow('result: expected Status, got 0x3 (felt 0)');
  expect(decodeOne('core::array::Array::<test::Point>', 1n, 5n, 0n, 300n)).toThrow(
    'result `[0].y`: expected u8, got 0x12c (felt 3)',
  );
  expect(decodeOne('core::array::Array::<core::bool>', 2n ** 100n)).toThrow('is too large');
  expect(decodeOne('core::byte_array::ByteArray', 2n ** 100n)).toThrow('but only 0 felts follow');
  expect(decodeOne('core::byte_array::ByteArray', 0n, 0xffn, 1n)).toThrow('are not UTF-8 text');
  expect(decodeOne('core::byte_array::ByteArray', 0n, 0x4142n, 1n)).toThrow('expected 1 bytes of a ByteArray');
  expect(decodeOne('core::zeroable::NonZero::<core::felt252>', 0n)).toThrow('got zero');
});
