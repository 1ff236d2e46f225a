import { describe, expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import type { DebugVariable } from './debugValue.ts';
import { sameValueSteps } from './sameValue.ts';

const isSameValue = (one: DebugVariable, other: DebugVariable): boolean => finish(sameValueSteps(one, other));

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

  test('are compared with pauses, and as far as a limit, if an array has the same array in it many times', () => {
    let read = 0;
    /** Thousand elements at each of eight levels, which are read when they are asked for. */
    const nested = (depth: number, name = 'list'): DebugVariable => ({
      name,
      type: 'Span',
      text: '[…]',
      get members() {
        read++;
        return depth === 8 ? [] : Array.from({ length: 1000 }, (_, i) => nested(depth + 1, `${i}`));
      },
    });
    const steps = sameValueSteps(nested(0), nested(0));
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses++;
    expect(step.value).toBe(true);
    expect(pauses).toBeGreaterThan(100);
    expect(read).toBeLessThan(100);
  });
});
