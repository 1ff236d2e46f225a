import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { fork, SharedVariables, type Variables } from './variables.ts';

test('shared variables and their copies behave like maps', () => {
  const change = fc.record({ kind: fc.constantFrom('set', 'delete', 'copy'), key: fc.nat(12), value: fc.nat() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
      const start = new Map(Array.from({ length: 8 }, (_, i) => [i, i]));
      let pairs: [Variables<number>, Map<number, number>][] = [[new SharedVariables(new Map(start)), new Map(start)]];
      for (const [i, { kind, key, value }] of changes.entries()) {
        const [ours, model] = pairs[i % pairs.length]!;
        if (kind === 'set') {
          ours.set(key, value);
          model.set(key, value);
        } else if (kind === 'delete') expect(ours.delete(key)).toBe(model.delete(key));
        else if (pairs.length < 5) pairs = [...pairs, [(ours as SharedVariables<number>).copy(), new Map(model)]];
      }
      for (const [ours, model] of pairs) {
        expect(ours.size).toBe(model.size);
        expect(new Map(ours)).toEqual(model);
        expect([...ours.keys()].sort()).toEqual([...model.keys()].sort());
      }
    }),
  );
});

test('few variables are copied, many are shared', () => {
  const few = new Map([[1, 'a']]);
  expect(fork(few)).toEqual([few, new Map(few)]);
  expect(fork(few)[1]).toBeInstanceOf(Map);
  const many = new Map(Array.from({ length: 1000 }, (_, i) => [i, i]));
  const [kept, copy] = fork<number>(many);
  expect([kept, copy].every((variables) => variables instanceof SharedVariables)).toBe(true);
  copy.delete(3);
  expect([kept.size, copy.size, kept.has(3), copy.has(3)]).toEqual([1000, 999, true, false]);
});

test('a fork of many variables does not visit all of them', () => {
  let visits = 0;
  class ObservedMap extends Map<number, number> {
    override [Symbol.iterator]() {
      visits++;
      return super[Symbol.iterator]();
    }
  }
  const base = new ObservedMap();
  for (let i = 0; i < 1000; i++) base.set(i, i);
  let variables: Variables<number> = new SharedVariables(base);
  for (let i = 0; i < 60; i++) {
    variables = fork(variables)[1];
    variables.delete(i);
  }
  expect([visits, variables.size]).toEqual([0, 940]);
  expect([...variables]).toHaveLength(940);
  expect(visits).toBe(1);
});
