import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Draws } from '../../draws.ts';
import { arbitrary, readValues } from './fastCheck.ts';
import { between } from './integers.ts';
import { NO_HINTS } from './values.ts';

test('values are arbitraries of fast-check, which shrinks them', () => {
  const property = fc.property(arbitrary(fc, between(0n, 10n ** 30n)), (amount: bigint) => amount < 12_345n);
  const { failed, counterexample } = fc.check(property, { seed: 1 });
  expect(failed).toBe(true);
  expect(counterexample).toEqual([12_345n]);
});

test('arbitraries of fast-check are values, drawn by our seed', () => {
  const values = readValues(fc.tuple(fc.integer({ min: 5, max: 9 }), fc.string(), fc.bigInt(), fc.double()), 'args.x');
  const draw = (number: number) => values.draw(new Draws(1, number), NO_HINTS);
  expect(draw(1)).toEqual(draw(1));
  const first = new Set(Array.from({ length: 100 }, (_, number) => draw(number)[0]));
  expect([...first].sort()).toEqual([5, 6, 7, 8, 9]);
  const numbers = readValues(fc.integer({ min: 0, max: 1000 }), 'args.x');
  expect([...numbers.simpler(1000, NO_HINTS)][0]).toBe(0);
});

test('a set that was made an arbitrary has the same values as before', () => {
  const values = readValues(arbitrary(fc, between(5n, 10n)), 'args.x');
  expect([values.has(7n), values.has(4n), values.has('7')]).toEqual([true, undefined, undefined]);
  for (const simpler of values.simpler(9n, NO_HINTS)) expect(values.has(simpler)).toBe(true);
});

test('something else is refused by name', () => {
  expect(() => readValues(5 as never, 'args.amount')).toThrow('args.amount must be a set of values');
});
