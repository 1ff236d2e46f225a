import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';

const load = (stored?: string) => {
  vi.resetModules();
  if (stored !== undefined) vi.stubGlobal('localStorage', browserStorage({ 'starbox-breakpoints': stored }));
  return import('./breakpoints.ts');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('breakpoints last when the page is loaded again', async () => {
  const { breakpoints, toggleBreakpoint } = await load('[]');
  toggleBreakpoint('/src/a.cairo', 3);
  toggleBreakpoint('C:\\src\\b.cairo', 4);
  toggleBreakpoint('/src/a.cairo', 3);
  expect([...breakpoints.get()]).toEqual(['C:\\src\\b.cairo:4']);
  const again = await load();
  expect([...again.breakpoints.get()]).toEqual(['C:\\src\\b.cairo:4']);
  expect(again.breakpointOf('C:\\src\\b.cairo:4')).toEqual({ file: 'C:\\src\\b.cairo', line: 4 });
});

test.each(['{', 'null', '{"a":1}', '[1, null, "no line", "a:0", ":4", "a:99999999"]'])(
  'a stored text that is no list of lines counts as none: %s',
  async (stored) => {
    expect((await load(stored)).breakpoints.get().size).toBe(0);
  },
);

test('the newest 500 are kept', async () => {
  const { breakpoints, toggleBreakpoint } = await load('[]');
  for (let line = 1; line <= 501; line++) toggleBreakpoint('a', line);
  expect(breakpoints.get().size).toBe(500);
  expect(breakpoints.get().has('a:1')).toBe(false);
  expect(breakpoints.get().has('a:501')).toBe(true);
});
