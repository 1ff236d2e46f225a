import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage, forbiddenStorage } from '../../../test/browserStorage.ts';
import { readStored, writeStored } from './stored.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text is read as it was stored', () => {
  vi.stubGlobal('localStorage', browserStorage());
  expect(readStored('starbox-theme')).toBeNull();
  writeStored('starbox-theme', 'dark');
  expect(readStored('starbox-theme')).toBe('dark');
});

test('a browser that forbids storage stores nothing, and nothing fails', () => {
  vi.stubGlobal('localStorage', forbiddenStorage());
  writeStored('starbox-theme', 'dark');
  expect(readStored('starbox-theme')).toBeNull();
});

test('the dialect is the one that was chosen, also when the page is loaded again', async () => {
  vi.stubGlobal('localStorage', browserStorage());
  const load = () => {
    vi.resetModules();
    return import('./dialect.ts');
  };
  const { dialect, chooseDialect } = await load();
  expect(dialect.get()).toBe('starknet');
  chooseDialect('neutral');
  expect(dialect.get()).toBe('neutral');
  expect((await load()).dialect.get()).toBe('neutral');
});
