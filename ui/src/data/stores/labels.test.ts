import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';

const load = (stored?: string) => {
  vi.resetModules();
  if (stored !== undefined) vi.stubGlobal('localStorage', browserStorage({ 'starbox-labels': stored }));
  return import('./labels.ts');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('labels last when the page is loaded again, and an empty one takes a name away', async () => {
  const { setLabel, labelled } = await load('[]');
  setLabel('0x1', ' Treasury ');
  setLabel('0x2', 'Test treasury');
  setLabel('0x3', 'Bob');
  setLabel('0x3', '');
  expect(labelled('TREASURY')).toEqual([
    { address: '0x1', name: 'Treasury' },
    { address: '0x2', name: 'Test treasury' },
  ]);
  const again = await load();
  expect([...again.labels.get()]).toEqual([
    ['0x1', 'Treasury'],
    ['0x2', 'Test treasury'],
  ]);
});

test.each(['{', 'null', '[[1, 2], ["0x1"], ["1", "a"], "x"]'])(
  'a stored text that is no list of labels counts as none: %s',
  async (stored) => {
    expect((await load(stored)).labels.get().size).toBe(0);
  },
);

test('a label is short, and the newest 500 are kept', async () => {
  const { setLabel, labels } = await load('[]');
  setLabel('0x1', 'x'.repeat(1_000));
  expect(labels.get().get('0x1')).toHaveLength(60);
  for (let i = 0; i < 500; i++) setLabel(`0xa${i}`, 'y');
  expect(labels.get().size).toBe(500);
  expect(labels.get().has('0x1')).toBe(false);
});
