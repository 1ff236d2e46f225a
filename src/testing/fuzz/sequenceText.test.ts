import { expect, test } from 'vitest';
import type { Action } from './action.ts';
import { testText } from './sequenceText.ts';

/** The test of one call that is written as this line. */
const written = (line: string, actors: readonly string[], accounts: readonly string[] | 'none' = actors): string => {
  const action: Action = { name: 'say', by: 'actor', run: async () => ({}), text: () => '', code: () => line };
  return testText({
    name: 'says',
    actions: new Map([['say', action]]),
    steps: [{ action: 'say', actor: actors[0]!, values: [] }],
    contracts: [],
    actors,
    accounts: accounts === 'none' ? undefined : accounts,
    failsAtStep: true,
    checksChainOnly: true,
    repetition: { by: 'invariant', call: () => '', names: [] },
  });
};

test('a text with a quotation mark in it hides no actor behind it', () => {
  expect(written(`await say('it\\'s', { from: alice }, 'x');`, ['alice'])).toContain('const [alice] = box.accounts;');
  expect(written(`await say('it\\'s alice');`, ['alice'])).not.toContain('box.accounts');
});

test('the names of actors may have any characters', () => {
  expect(written('await say({ from: $a });', ['$a'])).toContain('const [$a] = box.accounts;');
  expect(written('await say({ from: bob });', ['a(b', 'b.b'])).not.toContain('box.accounts');
});

test('actors are the accounts that the test has named', () => {
  const line = 'await give(bob, 1n, { from: alice });';
  expect(written(line, ['alice', 'bob'], ['', 'alice', '', 'bob', ''])).toContain(
    'const [, alice, , bob] = box.accounts;',
  );
  expect(written(line, ['alice', 'bob'], 'none')).toContain('const { alice, bob } = actors;');
});
