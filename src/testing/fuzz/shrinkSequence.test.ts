import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sequence } from './action.ts';
import { type FailingRun, shrinkSequence } from './shrinkSequence.ts';
import { readValues } from './values/fastCheck.ts';
import { between } from './values/integers.ts';
import { KnownAddress, NO_HINTS, oneOf, type Values } from './values/values.ts';

/** Makes a sequence smaller that fails while `fails` says so. Its actions draw from these sets. */
async function smallestOf(
  sets: Readonly<Record<string, readonly Values<unknown>[]>>,
  steps: Sequence,
  fails: (steps: Sequence) => boolean,
  addresses: readonly KnownAddress[] = [],
): Promise<Sequence> {
  const run = async (given: Sequence) => ({
    steps: given,
    sets: given.map(({ action }) => sets[action]!),
    outcomes: [],
    failure: fails(given) ? { error: new Error('fails'), by: 'check' as const } : undefined,
  });
  const hints = { ...NO_HINTS, addresses };
  return (await shrinkSequence((await run(steps)) as FailingRun, ['alice', 'bob'], hints, run)).smallest.steps;
}

const step = (action: string, ...values: unknown[]) => ({ action, actor: 'alice', values });
const hasAll = (steps: Sequence, ...actions: string[]) =>
  actions.every((action) => steps.some((each) => each.action === action));

test('a number that two steps share stays in the set of each', async () => {
  const sets = { a: [between(50n, 52n)], b: [between(0n, 52n)] };
  const both = (steps: Sequence) => hasAll(steps, 'a', 'b');
  expect(await smallestOf(sets, [step('a', 52n), step('b', 52n)], both)).toEqual([step('a', 50n), step('b', 0n)]);
  // It fails too with a number that no step can draw.
  const isLowOrHigh = (steps: Sequence) =>
    both(steps) &&
    steps.every(({ action, values: [value] }) => action === 'b' || value === 52n || (value as bigint) < 50n);
  expect(await smallestOf(sets, [step('a', 52n), step('b', 52n)], isLowOrHigh)).toEqual([
    step('a', 52n),
    step('b', 0n),
  ]);
  // The other way round, where the first one has the simpler values.
  expect(await smallestOf(sets, [step('b', 51n), step('a', 51n)], both)).toEqual([step('b', 0n), step('a', 50n)]);
});

test('a number that is counted down stays in its set', async () => {
  const sets = { make: [], use: [oneOf(3n, 5n)], see: [between(0n, 9n)] };
  const steps = [step('make'), step('use', 3n), step('see', 3n)];
  // It fails too with a number that no step can draw.
  const fails = (given: Sequence) => {
    const used = given.find(({ action }) => action === 'use')?.values[0] as bigint | undefined;
    return used !== undefined && used <= 3n && given.find(({ action }) => action === 'see')?.values[0] === used;
  };
  expect(await smallestOf(sets, steps, fails)).toEqual([step('use', 3n), step('see', 3n)]);
});

test('numbers that steps share are made simpler together where all have them', async () => {
  const sets = { a: [between(0n, 99n)], b: [readValues(fc.bigInt(5n, 90n), 'b')] };
  const fails = (steps: Sequence) =>
    hasAll(steps, 'a', 'b') && steps.every(({ values }) => values[0] === steps[0]!.values[0]);
  expect(await smallestOf(sets, [step('a', 80n), step('b', 80n)], fails)).toEqual([step('a', 5n), step('b', 5n)]);
});

test('an address stays in its set when the actors get other names', async () => {
  const [alice, bob] = [new KnownAddress('alice', '0x1'), new KnownAddress('bob', '0x2')];
  const sets = { pay: [oneOf(bob)] };
  const paid = [{ action: 'pay', actor: 'bob', values: [bob] }];
  const smallest = await smallestOf(sets, paid, (steps) => hasAll(steps, 'pay'), [alice, bob]);
  expect(smallest).toEqual([{ action: 'pay', actor: 'alice', values: [bob] }]);
});

test('two steps become one with the sum of their numbers, while a set has it', async () => {
  const sets = { save: [between(1n, 5n)], pay: [oneOf('a', 'b'), between(0n, 99n)] };
  const sumOf = (steps: Sequence) => steps.reduce((sum, { values }) => sum + (values.at(-1) as bigint), 0n);
  const saved = [1n, 2n, 1n, 1n, 1n, 2n].map((amount) => step('save', amount));
  expect(await smallestOf(sets, saved, (steps) => sumOf(steps) > 7n)).toEqual([step('save', 3n), step('save', 5n)]);
  // Others than numbers must be the same.
  const paid = [step('pay', 'a', 3n), step('pay', 'b', 4n), step('pay', 'a', 2n), step('pay', 'b', 1n)];
  const byName = (steps: Sequence, name: string) => sumOf(steps.filter(({ values }) => values[0] === name));
  expect(await smallestOf(sets, paid, (steps) => byName(steps, 'a') >= 5n && byName(steps, 'b') >= 4n)).toHaveLength(2);
  expect(await smallestOf(sets, paid, (steps) => byName(steps, 'a') >= 5n)).toEqual([step('pay', 'a', 5n)]);
});

test('an assertion does not become a revert of the same step', async () => {
  const set = between(0n, 100n);
  const run = async (steps: Sequence) => {
    const amount = steps[0]!.values[0] as bigint;
    const failure = { error: new Error('fails'), by: 'action' as const, ...(amount < 50n && { isRevert: true }) };
    return { steps, sets: [[set]], outcomes: [], failure };
  };
  for (const [amount, smallest] of [
    [80n, 50n],
    [40n, 0n],
  ] as const) {
    const found = await shrinkSequence(await run([step('pay', amount)]), ['alice'], NO_HINTS, run);
    expect(found.smallest.steps).toEqual([step('pay', smallest)]);
  }
});
