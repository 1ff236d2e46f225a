import { expect, test } from 'vitest';
import { type CandidateMutant, planOf } from './planMutants.ts';

const mutant = (id: string, functionName: string, tests: readonly string[]): CandidateMutant => ({
  id,
  kind: 'constant',
  change: '',
  text: '',
  functionName,
  contract: 'Coin',
  classHash: '0x1',
  again: new Map(tests.map((name) => [name, false])),
  whole: new Set(),
});

/** Functions with this many mutants each. */
const ofSizes = (sizes: Readonly<Record<string, number>>): readonly CandidateMutant[] =>
  Object.entries(sizes).flatMap(([name, size]) =>
    Array.from({ length: size }, (_, i) => mutant(`${name}${i}`, name, ['one', 'two'])),
  );

test('mutants of a function have one worker, and workers have about as many of them', () => {
  const mutants = ofSizes({ a: 2, b: 5, c: 4, d: 1, e: 3 });
  const plan = planOf(mutants, 0, () => false, 3);
  const workersOf = (name: string) =>
    new Set(plan.mutants.flatMap(({ id, worker }) => (id.startsWith(name) ? worker : [])));
  for (const name of 'abcde') expect(workersOf(name).size).toBe(1);
  const loads = [0, 1, 2].map((worker) => plan.mutants.filter((each) => each.worker === worker).length);
  expect(loads.sort()).toEqual([5, 5, 5]);
});

test('what was tried before is left out, and does not count as work of a worker', () => {
  const mutants = ofSizes({ a: 6, b: 2, c: 1 });
  const plan = planOf(mutants, 7, (id, name) => id.startsWith('a') || name === 'one', 2);
  expect(plan.deadline).toBe(7);
  expect(plan.tests.map(({ name }) => name)).toEqual(['two']);
  expect(plan.tests[0]!.trials.map(({ mutant: index }) => mutants[index]!.id)).toEqual(['b0', 'b1', 'c0']);
  const workerOf = new Map(plan.mutants.map(({ id, worker }) => [id, worker]));
  expect(workerOf.get('b0')).not.toBe(workerOf.get('c0'));
});
