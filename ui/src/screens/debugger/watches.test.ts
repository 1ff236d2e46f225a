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

test.each(['{', 'null', '[1, null, "", "   "]'])(
  'a stored text that is no list of them counts as none: %s',
  async (stored) => {
    expect((await load(stored)).watches.get()).toEqual([]);
  },
);
