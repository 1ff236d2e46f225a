import { expect, test } from 'vitest';
import { Sandbox } from '../index.ts';
import { Branch } from './branch.ts';
import { codeIn } from './names.ts';
import { codeOf, testText, variableOf } from './testText.ts';

const beginning = { options: {}, isOfNode: false, since: 0 };

test('a text of a contract that ends with an address stays within its quotes', async () => {
  const box = await Sandbox.create();
  const alice = box.accounts[0]!.address;
  const code = codeIn(new Branch(box, { beginning }));
  for (const value of [[`x'${alice}`, ']); evil(); //'], { [alice]: `'${alice}'` }, [`\\'${alice}`, alice]]) {
    const evaluate = new Function('alice', `return ${code(value)}`) as (account: object) => unknown;
    expect(evaluate({ address: alice })).toEqual(value);
  }
  expect(code([alice, { to: alice }])).toBe('[alice.address, { to: alice.address }]');
  await box.close();
});

test('no variable of an exported test is a word of the language, an account or another contract', async () => {
  for (const name of ['Bob', 'Return', 'Await', 'Account3', 'Box'])
    expect(variableOf(name)).toBe(`${name[0]!.toLowerCase()}${name.slice(1)}Contract`);
  const box = await Sandbox.create();
  const branch = new Branch(box, { beginning });
  const names = ['Counter', 'counter', 'Bob', 'BobContract'].map((name) => branch.addContract(name, '0x1', [], true));
  expect(new Set(names.map(variableOf)).size).toBe(4);
  await box.close();
});

test('steps are bounded in length and number', async () => {
  const box = await Sandbox.create();
  const branch = new Branch(box, { beginning });
  branch.addStep({ code: 'x'.repeat(1_000_000), accounts: ['bob'] });
  for (let i = 0; i < 2000; i++) branch.addStep({ code: `await box.blocks.mine(${i});`, accounts: [] });
  expect(branch.steps[0]!.code).toMatch(/^\/\/ A step is left out/);
  expect(branch.steps.length).toBe(1000);
  expect(branch.steps.at(-1)!.code).toBe('// Only the first 999 steps are kept.');
  await box.close();
});

test('long lines of an exported test are broken between values, and do the same', () => {
  const value = [
    Array.from({ length: 300 }, (_, i) => 10n ** 60n + BigInt(i)),
    `it's, \\ long\n${'x, y // '.repeat(300)}${'\u2028'.repeat(300)}${'😀'.repeat(300)}`,
    { ["a member's name, ".repeat(100)]: 'short, // text' },
  ];
  const steps = [
    { code: `found.push(${codeOf(value)}); // It has a time in it, which differs.`, accounts: [] },
    { code: 'found.push(1n);', accounts: [] },
  ];
  const text = testText('found', steps, [], { options: {}, isOfNode: false });
  const lines = text.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1000);
  const found: unknown[] = [];
  const body = lines.slice(lines.findIndex((line) => line.startsWith('test(')) + 1, -2).join('\n');
  new Function('found', body)(found);
  expect(found).toEqual([value, 1n]);
  expect(lines).toContain('  found.push(1n);');
});
