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

test('breakpoints and their conditions last when the page is loaded again', async () => {
  const { breakpoints, toggleBreakpoint, setCondition } = await load('[]');
  toggleBreakpoint('/src/a.cairo', 3);
  toggleBreakpoint('C:\\src\\b.cairo', 4);
  toggleBreakpoint('/src/a.cairo', 3);
  setCondition({ file: 'C:\\src\\b.cairo', line: 4 }, ' amount > 5 ');
  const expected = [{ file: 'C:\\src\\b.cairo', line: 4, condition: 'amount > 5' }];
  expect([...breakpoints.get().values()]).toEqual(expected);
  const again = await load();
  expect([...again.breakpoints.get().values()]).toEqual(expected);
  again.setCondition(expected[0]!, ' ');
  expect(again.breakpoints.get().get('C:\\src\\b.cairo:4')).toEqual({ file: 'C:\\src\\b.cairo', line: 4 });
  expect(again.lineOf('C:\\src\\b.cairo:4')).toEqual({ file: 'C:\\src\\b.cairo', line: 4 });
});

test.each([
  '{',
  'null',
  '{"a":1}',
  '[1, null, "a:1", {"file":"","line":1}, {"file":"a","line":0}, {"file":"a","line":1,"condition":2}]',
])('a stored text that is no list of lines counts as none: %s', async (stored) => {
  expect((await load(stored)).breakpoints.get().size).toBe(0);
});

test('the newest 500 are kept', async () => {
  const { breakpoints, toggleBreakpoint } = await load('[]');
  for (let line = 1; line <= 501; line++) toggleBreakpoint('a', line);
  expect(breakpoints.get().size).toBe(500);
  expect(breakpoints.get().has('a:1')).toBe(false);
  expect(breakpoints.get().has('a:501')).toBe(true);
});
