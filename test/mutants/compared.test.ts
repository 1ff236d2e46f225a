// What conformance/mutants/compare.ts wrote down: mutants, and the same changes compiled by the official compiler from the changed source.
import { afterAll, describe, expect, test } from 'vitest';
import { agreement, comparables, factsOf, isSame, readCompared } from '../../conformance/mutants/compared.ts';
import { poolSuite } from '../../conformance/mutants/poolSuite.ts';
import { SuiteRunner } from '../../conformance/mutants/suiteRunner.ts';
import { tokenSuite } from '../../conformance/mutants/tokenSuite.ts';
import { vaultSuite } from '../../conformance/mutants/vaultSuite.ts';
import { mutationText } from '../../src/tools/mutants/mutation.ts';
import { MutantProject } from '../support/mutantProject.ts';

const project = new MutantProject();
afterAll(() => project.remove());
const recorded = readCompared().mutants;

test('at least 200 mutants were compared, and 95 of 100 had the same verdict as the change in the source', () => {
  const { same, compared } = agreement(recorded).get('all')!;
  expect(compared).toBeGreaterThanOrEqual(200);
  expect(same / compared).toBeGreaterThanOrEqual(0.95);
});

test('the same test noticed the change in the source', () => {
  for (const { ours, official } of recorded.filter(isSame)) expect(ours.by).toBe(official.by);
});

test('both noticed changes and changes that no test notices were compared', () => {
  const states = recorded.filter(isSame).map(({ official }) => official.state);
  expect(states.filter((state) => state === 'killed').length).toBeGreaterThan(100);
  expect(states.filter((state) => state === 'survived').length).toBeGreaterThan(20);
});

/** Every how many mutants one is tried again here. compare.ts tries all. */
const SPREAD = 12;

describe.each([tokenSuite, vaultSuite, poolSuite])('the compared mutants of $contract', (suite) => {
  const { contract } = suite;
  const { json, definition, mutants } = project.mutantsOf(contract);
  const all = comparables(suite, project.source(contract), mutants);
  const own = new Map(recorded.filter((one) => one.contract === contract).map((one) => [one.id, one]));

  test('are all whose change can be written in the source as it is now', () => {
    expect(all.map((one) => factsOf(one).id).sort()).toEqual([...own.keys()].sort());
  });

  test.each(all.filter((_, i) => i % SPREAD === 0).map((one) => [factsOf(one), one.mutant] as const))(
    'have the verdict that is written down: $line:$column $text',
    async ({ id }, { mutation }) => {
      const runner = new SuiteRunner(suite, json, definition);
      const { state, by } = await runner.verdict(mutationText(mutation));
      expect({ state, by }).toEqual({ by: undefined, ...own.get(id)?.ours });
    },
  );
});
