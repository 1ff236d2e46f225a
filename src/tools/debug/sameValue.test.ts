import { describe, expect, test } from 'vitest';
import type { DebugVariable } from './debugValue.ts';
import { isSameValue } from './sameValue.ts';

const leaf = (name: string, text: string): DebugVariable => ({ name, type: 'felt252', text, members: [] });

/** A list of numbers as the debugger shows it: the text has the first hundred. */
const list = (numbers: readonly number[]): DebugVariable => ({
  name: 'list',
  type: 'Array<felt252>',
  text: `[${numbers.slice(0, 100).join(', ')}${numbers.length > 100 ? `, … ${numbers.length - 100} more` : ''}]`,
  members: numbers.map((number, i) => leaf(`${i}`, `${number}`)),
});

describe('two values of a variable', () => {
  const long = Array.from({ length: 150 }, (_, i) => i);

  test('are different if they differ behind what their texts show', () => {
    const changed = long.with(140, 7);
    expect(list(changed).text).toBe(list(long).text);
    expect(isSameValue(list(long), list(changed))).toBe(false);
    expect(isSameValue(list(long), list([...long]))).toBe(true);
  });

  test('are compared through all levels that are shortened', () => {
    const nested = (inner: DebugVariable): DebugVariable => ({
      name: 'order',
      type: 'Order',
      text: `Order { list: ${inner.text} }`,
      members: [leaf('id', '1'), inner],
    });
    expect(isSameValue(nested(list(long)), nested(list(long.with(149, 0))))).toBe(false);
    expect(isSameValue(nested(list(long)), nested(list(long)))).toBe(true);
  });

  test('are told by short texts alone', () => {
    expect(isSameValue(leaf('a', '5'), leaf('a', '5'))).toBe(true);
    expect(isSameValue(leaf('a', '5'), leaf('a', '6'))).toBe(false);
  });
});
