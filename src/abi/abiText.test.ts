import { describe, expect, test } from 'vitest';
import { ownAbi } from '../../test/support/abis.ts';
import { processorMs } from '../../test/support/processorTime.ts';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import { callText, eventText, panicText, resultText } from './abiText.ts';
import { encodeArguments, encodeValue } from './encode.ts';
import { encodeEvent } from './events.ts';
import { readAbi } from './readAbi.ts';

const token = readAbi(ownAbi('erc20.sierra.json'));
const transfer = token.functions.get('transfer')!;
const felts = (...values: bigint[]) => values as Felt[];

const model = readAbi([
  {
    type: 'struct',
    name: 'a::Point',
    members: [
      { name: 'x', type: 'core::integer::i8' },
      { name: 'tag', type: 'core::felt252' },
    ],
  },
  {
    type: 'enum',
    name: 'a::Status',
    variants: [
      { name: 'Open', type: '()' },
      { name: 'At', type: 'a::Point' },
    ],
  },
  ...[
    '(a::Status, core::option::Option::<core::bool>)',
    'core::byte_array::ByteArray',
    'core::array::Array::<a::Status>',
  ].map((type, i) => ({ type: 'function', name: `f${i}`, inputs: [{ name: 'x', type }], outputs: [{ type }] })),
]);
const text = (i: number, value: unknown, options = {}) => {
  const entry = model.functions.get(`f${i}`)!;
  return callText(entry, encodeArguments(entry, [value]), options);
};

describe('a call', () => {
  test('has its arguments by name', () => {
    expect(callText(transfer, felts(0x99n, 5n, 0n))).toBe('transfer(recipient: 0x99, amount: 5)');
    expect(text(0, [{ At: { x: -5n, tag: '0x68656c6c6f' } }, true])).toBe(
      "f0(x: (At(Point { x: -5, tag: 0x68656c6c6f ('hello') }), Some(true)))",
    );
    expect(text(0, ['Open', null])).toBe('f0(x: (Open, None))');
    expect(callText(token.functions.get('name')!, [])).toBe('name()');
  });

  test('with calldata that does not fit shows the felts', () => {
    expect(callText(transfer, felts(0x99n, 5n))).toBe('transfer(0x99, 0x5)');
    expect(callText(transfer, felts(0x99n, 5n, 0n, 1n))).toBe('transfer(0x99, 0x5, 0x0, 0x1)');
  });

  test('has no characters that a terminal acts on', () => {
    expect(text(1, 'a\u001b[31m\u202eb\n')).toBe('f1(x: "a\\u001b[31m\\u202eb\\n")');
    const [hostile] = readAbi([{ type: 'function', name: 'f\u001b', inputs: [] }]).functionList;
    expect(callText(hostile!, [])).toBe('f\\u001b()');
  });

  test('of any size is cut', () => {
    const long = text(2, Array(50_000).fill('Open'));
    expect(long).toHaveLength(201);
    expect(long).toMatch(/^f2\(x: \[Open, Open, .*…$/);
    expect(text(1, '\u202e'.repeat(100), { maxLength: 40 }).length).toBeLessThanOrEqual(41);
    const hex = `0x${'12'.repeat(31)}`;
    expect(callText(transfer, felts(BigInt(hex), 5n, 0n), { hexDigits: 10 })).toBe(
      'transfer(recipient: 0x1212…1212, amount: 5)',
    );
  });

  test('of a hundred thousand felts is written as fast as its beginning', { retry: 2 }, () => {
    const entry = model.functions.get('f2')!;
    const calldata = encodeArguments(entry, [Array(100_000).fill('Open')]);
    callText(entry, calldata);
    const start = processorMs();
    for (let i = 0; i < 20; i++) callText(entry, calldata);
    expect(processorMs() - start).toBeLessThan(500);
  });
});

test('a result is its value, or nothing', () => {
  expect(resultText(token.functions.get('balance_of')!, felts(5n, 1n))).toBe(`${2n ** 128n + 5n}`);
  expect(resultText(token.functions.get('name')!, encodeValue({ kind: 'byteArray' }, 'Tok"en'))).toBe('"Tok\\"en"');
  expect(resultText(token.functions.get('name')!, felts(0n, 0xffn, 1n))).toBe('0xff');
  expect(resultText(token.functions.get('permissioned_mint')!, [])).toBe('');
  expect(resultText(token.functions.get('permissioned_mint')!, felts(1n))).toBe('[0x1]');
  expect(resultText(transfer, felts(2n))).toBe('[0x2]');
});

test('an event has its members by name, those of its keys and those of its data', () => {
  const event = token.events[0]!;
  const emitted = encodeEvent(event, { from: '0x1', to: '0x2', value: 5n });
  expect(eventText(event, emitted)).toBe('Transfer(from: 0x1, to: 0x2, value: 5)');
  expect(eventText(event, { ...emitted, data: felts(5n) })).toBe('Transfer(0x1, 0x2)(0x5)');
});

test('panic data is one line of bounded length', () => {
  expect(panicText([feltOfAscii('ERC20: low balance')])).toMatch(/^0x[0-9a-f]+ \('ERC20: low balance'\)$/);
  expect(panicText([feltOfAscii('a\nb')])).toContain("('a\\nb')");
  expect(panicText(Array<Felt>(10_000).fill(5n as Felt)).length).toBeLessThanOrEqual(201);
});
