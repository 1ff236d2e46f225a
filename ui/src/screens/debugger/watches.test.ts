import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';

const load = (stored?: string) => {
  vi.resetModules();
  if (stored !== undefined) vi.stubGlobal('localStorage', browserStorage({ 'starbox-watches': stored }));
  return import('./watches.ts');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('watched expressions last, each once, until they are removed', async () => {
  const { addWatch, removeWatch } = await load('[]');
  addWatch(' total > 3 ');
  addWatch('total > 3');
  addWatch('amount');
  addWatch('  ');
  removeWatch('amount');
  expect((await load()).watches.get()).toEqual(['total > 3']);
});

test('a corrected expression stands where the wrong one was', async () => {
  const { addWatch, replaceWatch, watches } = await load('[]');
  for (const text of ['amount', 'total + 1', 'order']) addWatch(text);
  replaceWatch('total + 1', ' total > 1 ');
  expect(watches.get()).toEqual(['amount', 'total > 1', 'order']);
  replaceWatch('order', '  ');
  replaceWatch('amount', 'order');
  expect(watches.get()).toEqual(['order', 'total > 1']);
  replaceWatch('gone', 'amount');
  expect(watches.get()).toEqual(['order', 'total > 1', 'amount']);
});

test.each(['{', 'null', '[1, null, "", "   "]'])(
  'a stored text that is no list of them counts as none: %s',
  async (stored) => {
    expect((await load(stored)).watches.get()).toEqual([]);
  },
);
