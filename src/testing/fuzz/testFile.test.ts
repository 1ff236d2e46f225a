import { expect, test } from 'vitest';
import type { Action } from './action.ts';
import type { WrittenTest } from './sequenceText.ts';
import { testFile } from './testFile.ts';

const action = (line: string | undefined): Action => ({
  name: 'say',
  by: 'actor',
  run: async () => ({}),
  text: () => '',
  code: () => line,
});

const file = (line: string | undefined, given: Partial<WrittenTest> = {}): string =>
  testFile({
    name: 'says',
    actions: new Map([['say', action(line)]]),
    steps: [{ action: 'say', actor: 'alice', values: [5n] }],
    contracts: ['club'],
    actors: ['alice'],
    accounts: ['alice'],
    failsAtStep: false,
    checksChainOnly: true,
    repetition: { by: 'fuzz', call: (options) => `fuzz('says', property, ${options})`, names: ['property'] },
    ...given,
  });

type Run = (context: object) => Promise<void>;

/** Runs such a file with these modules. Returns the options of its sandboxes, and the test. */
function load(
  text: string,
  modules: Readonly<Record<string, object>> = {},
): { readonly options: never; readonly run: Run } {
  let [options, run]: [unknown, Run | undefined] = [undefined, undefined];
  const sandboxTest = (given: unknown) => {
    options = given;
    return (_: string, test: Run) => {
      run = test;
    };
  };
  const known: Readonly<Record<string, object>> = { 'starbox/testing/vitest': { sandboxTest }, ...modules };
  const code = text
    .replaceAll(/^import type .*$/gm, '')
    .replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);')
    .replace(/\(\): Promise<.*?> =>/, '() =>')
    .replace('(what: string): never', '(what)')
    .replaceAll(/(const \w+): any/g, '$1');
  new Function('require', code)((name: string) => known[name]);
  return { options: options as never, run: run! };
}

/** Fills in one thing after the other. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((all, [name, code]) => {
    expect(all).toContain(`const ${name}: any = fillIn(`);
    return all.replace(new RegExp(`(const ${name}: any = )fillIn\\(.*\\);`), `$1${code};`);
  }, text);

const context = () => {
  const said: unknown[] = [];
  const club = { say: (...given: unknown[]) => void said.push(given) };
  return { said, given: { box: { accounts: ['0x1'] }, values: { club } } };
};

test('a file has its imports, and fails with what is to be filled in', async () => {
  const text = file('await club.say({ from: alice });');
  expect(() => load(text)).toThrow('Fill in the check, as in the test that failed.');
  const { options, run } = load(filled(text, { check: '() => false' }));
  await expect((options as { setup: () => Promise<void> }).setup()).rejects.toThrow('Fill in how club is deployed');
  const { said, given } = context();
  await expect(run(given)).rejects.toThrow('The check returned false.');
  expect(said).toEqual([[{ from: '0x1' }]]);
});

test('a file that calls fuzz again gives it the sandbox and the contracts', async () => {
  const text = file(undefined);
  const calls: unknown[] = [];
  const modules = { 'starbox/testing': { fuzz: (...args: unknown[]) => void calls.push(args) } };
  expect(() => load(text, modules)).toThrow('Fill in the options: all but box and contracts');
  const whole = filled(text, { options: '{ runs: 7 }', property: "'mine'" });
  const { given } = context();
  await load(whole, modules).run(given);
  const sequence = [{ action: 'say', actor: 'alice', values: [5n] }];
  expect(calls).toEqual([['says', 'mine', { box: given.box, contracts: given.values, runs: 7, sequence }]]);
});

test('actors that are no accounts are filled in, and a file that needs nothing says nothing', () => {
  const own = file('await club.say({ from: alice });', { accounts: undefined, failsAtStep: true });
  expect(() => load(own)).toThrow('Fill in the actors');
  const none = file('await box.blocks.mine(1);', { contracts: [], failsAtStep: true });
  expect(none).not.toContain('fillIn');
  expect(load(none).run).toBeTypeOf('function');
});
