import { expect, test } from 'vitest';
import { Sandbox } from '../index.ts';
import { Branch } from './branch.ts';
import { memberOf, variableOf } from './testText.ts';

test('the name of a function is no code of an exported test', () => {
  expect(memberOf('counter.read', 'count')).toBe('counter.read.count');
  expect(memberOf('counter.read', "x(); process.exit('1'); counter.y")).toBe(
    "counter.read['x(); process.exit(\\'1\\'); counter.y']",
  );
});

test('no variable of an exported test is a word of the language, an account or another contract', async () => {
  for (const name of ['Bob', 'Return', 'Await', 'Account3', 'Box'])
    expect(variableOf(name)).toBe(`${name[0]!.toLowerCase()}${name.slice(1)}Contract`);
  const box = await Sandbox.create();
  const branch = new Branch(box);
  const names = ['Counter', 'counter', 'Bob', 'BobContract'].map((name) => branch.addContract(name, '0x1', []));
  expect(new Set(names.map(variableOf)).size).toBe(4);
  await box.close();
});

test('steps are bounded in length and number', async () => {
  const box = await Sandbox.create();
  const branch = new Branch(box);
  branch.addStep({ code: 'x'.repeat(1_000_000), accounts: ['bob'] });
  for (let i = 0; i < 2000; i++) branch.addStep({ code: `await box.blocks.mine(${i});`, accounts: [] });
  expect(branch.steps[0]!.code).toMatch(/^\/\/ A step is left out/);
  expect(branch.steps.length).toBe(1000);
  expect(branch.steps.at(-1)!.code).toBe('// Only the first 999 steps are kept.');
  await box.close();
});
