// Mutants of two contracts: what is found, that all of them are programs, and that they do what is told of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { poolSuite } from '../../conformance/mutants/poolSuite.ts';
import type { Suite } from '../../conformance/mutants/suite.ts';
import { SuiteRunner } from '../../conformance/mutants/suiteRunner.ts';
import { tokenSuite } from '../../conformance/mutants/tokenSuite.ts';
import { vaultSuite } from '../../conformance/mutants/vaultSuite.ts';
import { finish } from '../../src/async/steps.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { MutantSession } from '../../src/libraryNode/mutants/mutantSession.ts';
import { sierraClassHash } from '../../src/sierra/hash/sierraClassHash.ts';
import { MutantCompiler } from '../../src/tools/mutants/compileMutant.ts';
import { mutationText } from '../../src/tools/mutants/mutation.ts';
import { encodePlan } from '../../src/tools/mutants/plan.ts';
import { readVerdict } from '../../src/tools/mutants/verdict.ts';
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
      'constant',
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
          ['amount * percent / 100', 'only the first factor', 'takes a fee between others'],
          ['amount * percent / 100', '/ and % changed places', 'takes a fee between others'],
          ["assert(percent < 10, 'fee too high')", '10 became 11', 'sets the fee'],
          ['assert(get_caller_address() == self.owner.read()', 'check was removed', 'lets only the owner mint'],
        ]
      : [
          ['(amount / parts, amount % parts)', '/ and % changed places', 'splits'],
          ['points = points * 2', 'only the first factor', 'gives more points for large amounts'],
          ['get_block_timestamp() + LOCK', '3600 became 3601', 'lets go after an hour'],
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

  test('have the constants that stand in the source, and no others', () => {
    const constants = mutants.filter(({ kind }) => kind === 'constant');
    for (const { span, text } of constants) {
      const [number] = text.split(' ');
      expect(lines[span!.line - 1]).toMatch(new RegExp(`\\b(?:${number}|LOCK|[A-Z]+_LEVEL)\\b`));
    }
    expect(constants.length).toBe(name === 'Token' ? 9 : 20);
  });

  test('leave the contract as it was after them', async () => {
    const runner = new SuiteRunner(suite, json, definition);
    expect(await runner.verdict()).toEqual({ state: 'survived' });
  });
});

describe('the mutants of Pool', () => {
  const { json, definition, mutants } = project.mutantsOf('Pool');
  const lines = project.source('Pool').split('\n');

  test('are programs', () => {
    const compiler = new MutantCompiler(definition);
    expect(mutants.filter(({ mutation }) => finish(compiler.steps(mutation)) === 'invalid')).toEqual([]);
  });

  test.each([
    ['amount * FEE_POINTS', 'only the first factor', 'gives shares for coins'],
    ['amount * FEE_POINTS', '30 became 31', 'gives shares for coins'],
    ['amount * FEE_POINTS', '10000 became 10001', 'gives shares for coins'],
    ['shares * self.coins.read()', 'only the first factor', 'gives shares for coins'],
    ['amount % 10', '/ and % changed places', 'gives shares by their worth'],
    ['score(@self, account) + by', '+ became -', 'rates by the admin'],
    ['by <= 100', 'other side', 'limits ratings'],
    ['by > -100', '-100 became -99', 'limits ratings'],
    ['self.scores.read(account) >= LOWEST', 'was negated', 'trusts those with a good score'],
    ['Some(place)', 'became None', 'gives shares for coins'],
    ['self.heirs.read(account)', 'the result of the function became 0', 'notes heirs of the trusted'],
    ['send_message_to_l1_syscall', 'message to L1 was removed', 'tells L1 of withdrawals'],
    ['replace_class_syscall', 'change of the class was removed', 'is upgraded by the admin'],
  ])('do what is told: %s, %s', async (code, text, by) => {
    const mutant = mutants.find((one) => lines[one.span!.line - 1]!.includes(code) && one.text.includes(text));
    const runner = new SuiteRunner({ ...poolSuite, tests: { [by]: poolSuite.tests[by]! } }, json, definition);
    expect(await runner.verdict(mutationText(mutant!.mutation))).toMatchObject({ state: 'killed', by });
  });
});

test('a survivor leads to a fault that all tests miss: the story of docs/mutants.md', async () => {
  const { json, definition, mutants } = project.mutantsOf('Vault');
  const lines = project.source('Vault').split('\n');
  const mutant = mutants.find(
    ({ span, text }) => lines[span!.line - 1]!.includes('self.count.read() - 1') && text.includes('underflow'),
  )!;
  expect(mutant.span!.line).toBe(174);
  const verdict = (suite: Suite) => new SuiteRunner(suite, json, definition).verdict(mutationText(mutant.mutation));
  expect(await verdict(vaultSuite)).toEqual({ state: 'survived' });
  const missing: Suite['tests'][string] = async ({ box, contract, alice, bob }) => {
    await contract.write.deposit(40n, { from: alice });
    await contract.write.give(bob.address, 10n, { from: alice });
    await box.time.increase(3_600);
    await contract.write.withdraw(30n, { from: alice });
    await contract.write.withdraw(10n, { from: bob });
  };
  const runner = new SuiteRunner({ ...vaultSuite, tests: { missing } }, json, definition);
  const { state, reason } = await runner.verdict();
  expect([state, reason]).toEqual(['killed', expect.stringContaining('u32_sub Overflow')]);
  // The mutant lets him go.
  expect(await verdict({ ...vaultSuite, tests: { missing } })).toEqual({ state: 'survived' });
});

test('a command that runs whole is told that a mutant is equal to the original', async () => {
  const { definition, mutants } = project.mutantsOf('Token');
  const compiler = new MutantCompiler(definition);
  const equal = mutants.find(({ mutation }) => finish(compiler.steps(mutation)) === 'equal')!;
  const classHash = formatFelt(sierraClassHash(definition));
  const mutant = { id: '0123456789abcdef', classHash, change: mutationText(equal.mutation), worker: 0 };
  writeFileSync(join(project.folder, 'plan.json'), encodePlan({ mutants: [mutant], tests: [], deadline: 0 }));
  const session = new MutantSession(project.folder, mutant.id, 0);
  await session.library(new ClassLibrary()).compile(definition);
  const verdicts = readFileSync(join(project.folder, 'verdicts.ndjson'), 'utf8');
  expect(readVerdict(verdicts)).toEqual({ id: mutant.id, result: 'equal', test: '' });
});
