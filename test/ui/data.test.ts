import { describe, expect, test } from 'vitest';
import type { AbiType } from '../../src/abi/abiType.ts';
import { readValue, readWhole } from '../../ui/src/data/contracts/values.ts';
import { type Call, eventsOf, failingPath } from '../../ui/src/data/explanations/explanation.ts';
import { flameBars } from '../../ui/src/data/explanations/flameLayout.ts';
import { methods } from '../../ui/src/data/methods/methods.generated.ts';
import { readParameters } from '../../ui/src/data/methods/parameters.ts';
import { snippet } from '../../ui/src/data/methods/snippets.ts';
import { InOrder } from '../../ui/src/data/playground/inOrder.ts';
import { jsonText } from '../../ui/src/data/text/jsonText.ts';
import { dateText } from '../../ui/src/parts/values/format.ts';
import { readJson, requestText } from '../../ui/src/transport/jsonRpc.ts';

const call = (parts: Partial<Call>): Call =>
  ({
    end: 'RETURNED',
    gas: 0,
    steps: null,
    calls: [],
    events: [],
    prints: [],
    sequence: [],
    ...parts,
  }) as unknown as Call;

describe('values that people type', () => {
  test('are whole numbers in many forms', () => {
    expect(readWhole(' 1_000 ')).toBe(1000n);
    expect(readWhole('1,000')).toBe(1000n);
    expect(readWhole('0xFf')).toBe(255n);
    expect(readWhole('1.5e18')).toBe(1_500_000_000_000_000_000n);
    expect(readWhole('-2e3')).toBe(-2000n);
    expect(readWhole('10^18')).toBe(10n ** 18n);
    for (const text of ['', '1.5', '1.55e1', 'abc', '0x', '1e999', '--5'])
      expect(readWhole(text), text).toBeUndefined();
  });

  test('are read by the type of the parameter', () => {
    const felt: AbiType = { kind: 'felt', name: 'felt252', bound: 2n ** 251n };
    const u8: AbiType = { kind: 'integer', name: 'u8', min: 0n, max: 255n };
    expect(readValue(felt, "'abc'")).toBe('0x616263');
    expect(readValue(felt, '0x10')).toBe(16n);
    expect(readValue({ kind: 'bool' }, 'true')).toBe(true);
    expect(readValue({ kind: 'byteArray' }, ' as it is ')).toBe(' as it is ');
    expect(readValue({ kind: 'option', value: u8 }, '')).toBeNull();
    expect(readValue({ kind: 'array', name: 'Array', item: u8 }, '[1, 99999999999999999999]')).toEqual([
      1,
      99999999999999999999n,
    ]);
    expect(() => readValue({ kind: 'array', name: 'Array', item: u8 }, '[1')).toThrow('Write Array<u8> as JSON');
  });
});

test('answers keep all digits of their numbers', () => {
  expect(readJson('{"a":[1,18446744073709551615],"b":"123456789012345678"}')).toEqual({
    a: [1, 18446744073709551615n],
    b: '123456789012345678',
  });
});

test('JSON is shown with all digits of its numbers', () => {
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  const answer = readJson('{"time":18446744073709551615,"list":[1,[]],"none":{},"factor":1.50}');
  expect(jsonText(answer)).toBe(
    '{\n  "time": 18446744073709551615,\n  "list": [\n    1,\n    []\n  ],\n  "none": {},\n  "factor": 1.50\n}',
  );
});

describe('explanations', () => {
  const inner = call({ end: 'PANICKED', gas: 10 });
  const outer = call({ end: 'PANICKED', gas: 80, calls: [call({ gas: 30 }), inner], sequence: ['CALL', 'CALL'] });
  const fee = call({ gas: 20 });

  test('have a path of the calls that failed', () => {
    expect(failingPath([fee, outer])).toEqual([outer, inner]);
    expect(failingPath([fee])).toEqual([]);
  });

  test('become bars as wide as their share of the gas, below their callers', () => {
    const bars = flameBars([outer, fee]);
    expect(
      bars.map(({ left, width, row }) => [left, width, row].map((value) => Math.round(value * 100) / 100)),
    ).toEqual([
      [0, 0.8, 0],
      [0, 0.3, 1],
      [0.3, 0.1, 1],
      [0.8, 0.2, 0],
    ]);
    expect(flameBars([call({ gas: 0 })])).toEqual([]);
  });

  test('list events in their order and say which ones a failure dropped', () => {
    const event = (name: string) => ({ name }) as Call['events'][number];
    const tree = call({
      events: [event('a'), event('d')],
      calls: [
        call({ events: [event('b')], sequence: ['EVENT'] }),
        call({ end: 'PANICKED', events: [event('c')], sequence: ['EVENT'] }),
      ],
      sequence: ['EVENT', 'CALL', 'CALL', 'EVENT'],
    });
    expect(eventsOf([tree]).map(({ event, isDropped }) => [event.name, isDropped])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', false],
    ]);
  });
});

describe('times', () => {
  test('are dates of one form, and numbers where no calendar goes', () => {
    const noon = new Date(2026, 10, 6, 12, 5, 9).getTime() / 1000;
    expect(dateText(noon)).toBe('2026-11-06 12:05:09');
    expect(dateText(BigInt(noon))).toBe('2026-11-06 12:05:09');
    expect(dateText(2n ** 64n - 1n)).toBe('18446744073709551615 seconds after 1970');
  });
});

test('requests that people type keep all digits of their numbers, in the request and as code', () => {
  const params = readJson('{"time":18446744073709551615,"list":[1.50,12345678901234567890]}');
  const sent =
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"time":18446744073709551615,"list":[1.50,12345678901234567890]}}';
  expect(requestText(1, 'm', params)).toBe(sent);
  expect(snippet('json', 'http://x', 'm', params)).toBe(sent);
  expect(snippet('curl', 'http://x', 'm', params)).toContain(sent);
  expect(snippet('library', 'http://x', 'm', params)).toContain('"time": 18446744073709551615n');
  expect(snippet('starknet.js', 'http://x', 'm', params)).toContain('12345678901234567890n');
  expect(requestText(1, 'm')).toBe('{"jsonrpc":"2.0","id":1,"method":"m"}');
  const method = methods.find(({ name }) => name === 'setStorageAt')!;
  expect(readParameters(method, { value: '[18446744073709551615]' })).toEqual({ value: [18446744073709551615n] });
});

test('tasks run one after the other in their order, however long each takes, and one that fails holds up none', async () => {
  const order = new InOrder();
  const done: string[] = [];
  const task = (name: string, turns: number) => async () => {
    done.push(`${name} starts`);
    for (let i = 0; i < turns; i++) await null;
    if (name === 'b') throw new Error('no');
    done.push(`${name} ends`);
  };
  const all = await Promise.allSettled([task('a', 50), task('b', 5), task('c', 0)].map((each) => order.add(each)));
  expect(done).toEqual(['a starts', 'a ends', 'b starts', 'c starts', 'c ends']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
