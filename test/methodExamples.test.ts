// The examples of docs/methods.md. test/docs.test.ts checks that a node answers them today as the page says.
import { describe, expect, test } from 'vitest';
import { chainExamples } from '../scripts/examples/chainExamples.ts';
import type { Example } from '../scripts/examples/example.ts';
import { sandboxExamples } from '../scripts/examples/sandboxExamples.ts';
import { shortJson } from '../scripts/examples/shortJson.ts';
import { parseExact } from '../src/json/parseExact.ts';
import { writeMethodName } from '../src/rpc/dialect.ts';
import { all } from '../src/rpc/methods/index.ts';

const examples: Readonly<Record<string, Example<never>>> = { ...chainExamples, ...sandboxExamples } as never;

test('every method has an example, and every subscription one with a notification', () => {
  const named = all.map(({ group, name, kind }) => ({ name: writeMethodName(group, name, 'starknet'), kind }));
  expect(Object.keys(examples).sort()).toEqual(named.map(({ name }) => name).sort());
  const subscriptions = named.filter(({ kind, name }) => kind === 'subscription' && name.includes('_subscribe'));
  expect(subscriptions.length).toBeGreaterThan(4);
  for (const { name } of subscriptions) expect(examples[name], name).toHaveProperty('causes');
});

describe('JSON in examples', () => {
  test('is one line if it fits', () => {
    expect(shortJson({ a: [1, 'two', null], b: {} })).toBe('{ "a": [1, "two", null], "b": {} }');
  });

  test('has a line for each member otherwise, and stays JSON', () => {
    const value = { name: 'n'.repeat(60), other: { name: 'm'.repeat(60) }, list: [{ a: 1 }] };
    const text = shortJson(value);
    expect(text.split('\n')).toHaveLength(5);
    expect(JSON.parse(text)).toEqual(value);
  });

  test('is without the middle of long numbers, the end of long texts and further elements', () => {
    expect(shortJson(`0x${'1234'.repeat(16)}`)).toBe('"0x123412…1234"');
    expect(shortJson('0x534e5f5345504f4c4941')).toBe('"0x534e5f5345504f4c4941"');
    expect(shortJson('x'.repeat(141))).toBe(`"${'x'.repeat(120)}…"`);
    expect(shortJson([1, 2, 3, 4])).toBe('[1, 2, 3, "…"]');
    expect(shortJson([{ a: 1 }, { a: 2 }])).toBe('[{ "a": 1 }, "…"]');
  });

  test('has all digits of large numbers', () => {
    expect(shortJson(parseExact('{"amount":1000000000000000000001}'))).toBe('{ "amount": 1000000000000000000001 }');
  });
});
