import { describe, expect, test } from 'vitest';
import { type Mutation, mutationText, readMutation } from './mutation.ts';

describe('a mutation as a text', () => {
  test('is read as it was written', () => {
    const mutation: Mutation = [
      { path: [], statement: 12, change: { what: 'take', arm: 1 } },
      { path: [3, 40], statement: 55, change: { what: 'use', libfunc: 'felt252_sub' } },
      { path: [], statement: 7, change: { what: 'constant', by: -1 } },
      { path: [9], statement: 8, change: { what: 'flip' } },
    ];
    expect(mutationText(mutation)).toBe('12 take 1; 3>40>55 use felt252_sub; 7 constant -1; 9>8 flip');
    expect(readMutation(mutationText(mutation))).toEqual(mutation);
  });

  test.each([
    '',
    '12',
    '12 take',
    '12 take x',
    '12 flip 1',
    '12 explode',
    '-1 flip',
    '1 flip;2 flip',
    '1 constant 2',
    'a>1 flip',
  ])('is refused where it is none: %j', (text) => {
    expect(readMutation(text)).toBeUndefined();
  });
});
