import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';

const load = (stored = '[]') => {
  vi.resetModules();
  vi.stubGlobal('localStorage', browserStorage({ 'starbox-watch': stored }));
  return import('./watchRules.ts');
};

afterEach(() => {
  // The next file in this process begins with modules of its own.
  vi.resetModules();
  vi.unstubAllGlobals();
});

const CELL = { kind: 'cell', address: '0x1', cell: 'total' } as const;

test('rules last when the page is loaded again, each once and at its place', async () => {
  const { addRule, removeRule } = await load();
  addRule(CELL);
  addRule({ kind: 'revert' });
  addRule({ kind: 'call', address: '0x2' });
  addRule({ ...CELL }, false);
  removeRule({ kind: 'call', address: '0x2' });
  const { watchRules } = await load(localStorage.getItem('starbox-watch')!);
  expect(watchRules.get()).toEqual([
    { rule: CELL, stops: false },
    { rule: { kind: 'revert' }, stops: true },
  ]);
});

test('there are 20 rules at most', async () => {
  const { addRule } = await load();
  for (let i = 1; i <= 20; i++) addRule({ kind: 'call', address: `0x${i}` });
  expect(() => addRule({ kind: 'revert' })).toThrow('20 watch rules');
});

test.each([
  'nonsense',
  '5',
  '[null, 7, {"rule":{"kind":"cell","address":"<b>","cell":"x"}}, {"rule":{"kind":"other"}}]',
])('what is no list of rules is none: %s', async (stored) => {
  expect((await load(stored)).watchRules.get()).toEqual([]);
});
