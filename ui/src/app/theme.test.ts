import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../test/browserStorage.ts';

/** Loads the page in a browser that stores this theme. */
async function loadWith(stored?: string) {
  const dataset: Record<string, string> = {};
  const removeAttribute = (name: string) => {
    expect(name).toBe('data-theme');
    delete dataset['theme'];
  };
  const storage = browserStorage(stored === undefined ? {} : { 'starbox-theme': stored });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: { dataset, removeAttribute } });
  vi.resetModules();
  return { dataset, storage, ...(await import('./theme.ts')) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the theme is the one that the browser stored, and else that of the system', async () => {
  expect((await loadWith('dark')).theme.get()).toBe('dark');
  expect((await loadWith()).theme.get()).toBe('system');
  expect((await loadWith('pink')).theme.get()).toBe('system');
});

test('the button goes through light and dark back to the system, and the document names what was chosen', async () => {
  const { theme, nextTheme, dataset, storage } = await loadWith();
  const seen = [1, 2, 3].map(() => {
    nextTheme();
    return [theme.get(), dataset['theme'], storage.getItem('starbox-theme')];
  });
  expect(seen).toEqual([
    ['light', 'light', 'light'],
    ['dark', 'dark', 'dark'],
    ['system', undefined, 'system'],
  ]);
});
