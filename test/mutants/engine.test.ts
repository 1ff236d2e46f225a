// Mutants of two contracts: what is found, that all of them are programs, and that they do what is told of them.
import { afterAll, describe, expect, test } from 'vitest';
import { SuiteRunner } from '../../conformance/mutants/suiteRunner.ts';
import { tokenSuite } from '../../conformance/mutants/tokenSuite.ts';
import { vaultSuite } from '../../conformance/mutants/vaultSuite.ts';
import { finish } from '../../src/async/steps.ts';
import { MutantCompiler } from '../../src/tools/mutants/compileMutant.ts';
import { mutationText } from '../../src/tools/mutants/mutation.ts';
import { MutantProject } from '../support/mutantProject.ts';

const project = new MutantProject();
afterAll(() => project.remove());

describe.each([tokenSuite, vaultSuite])('the mutants of $contract', (suite) => {
  const { contract: name } = suite;
  const { json, definition, mutants } = project.mutantsOf(name);
  const lines = project.source(name).split('\n');
  const on = (code: string, text: string) =>
    mutants.filter(({ span, text: own }) => lines[span!.line - 1]!.includes(code) && own.includes(text));

  test('are found for all kinds of changes', () => {
    const kinds = new Set(mutants.map(({ kind }) => kind));
    for (const kind of [
      'check',
      'condition',
      'comparison',
      'operator',
      'write',
      'read',
      'event',
      'value',
      'return',
    ] as const)
      expect(kinds).toContain(kind);
    expect(mutants.length).toBeGreaterThan(90);
  });

  test('are programs, and few of them are equal to the original', () => {
    const compiler = new MutantCompiler(definition);
    const states = mutants.map(({ mutation }) => {
      const compiled = finish(compiler.steps(mutation));
      return typeof compiled === 'string' ? compiled : 'mutant';
    });
    expect(states.filter((state) => state === 'invalid')).toEqual([]);
    expect(states.filter((state) => state === 'equal').length).toBeLessThan(4);
  });

  const expected: readonly (readonly [string, string, string])[] =
    name === 'Token'
      ? [
          [
            "assert(balance >= amount, 'balance too low')",
            'the check was removed',
            'refuses to transfer more than the balance',
          ],
          ["assert(allowed >= amount, 'allowance too low')", 'other side', 'spends a whole allowance'],
          ['self.balances.write(sender, balance - amount)', '- became +', 'transfers from the owner without a fee'],
          ['self.cap.write(cap)', 'write was removed', 'mints'],
          ['assert(get_caller_address() == self.owner.read()', 'check was removed', 'lets only the owner mint'],
        ]
      : [
          ['(amount / parts, amount % parts)', '/ and % changed places', 'splits'],
          ['sum = sum + i * 2', '* became +', 'sums'],
          ['if rest == 0 {', 'always true', 'lets go after an hour'],
          ['self.open.write(false)', 'false became true', 'closes when it is empty'],
          ['self.emit(Saved', 'event was removed', 'tells of savings'],
        ];
  test.each(expected)('do what is told: %s, %s', async (code, text, by) => {
    const [mutant] = on(code, text);
    const runner = new SuiteRunner(suite, json, definition);
    const verdict = await runner.verdict(mutationText(mutant!.mutation));
    expect(verdict).toMatchObject({ state: 'killed', by });
  });

  test('leave the contract as it was after them', async () => {
    const runner = new SuiteRunner(suite, json, definition);
    expect(await runner.verdict()).toEqual({ state: 'survived' });
  });
});
