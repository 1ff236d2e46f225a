import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';

const call = { address: '0x49d', functionName: 'transfer', texts: ['0x1', '5'] };
const named = (name: string) => ({ name, from: '0x1', calls: [call] });

/** Loads the page in a browser that stores these calls. */
function load(storage = browserStorage()) {
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  return import('./keptCalls.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('kept calls are there when the page is loaded again, newest first', async () => {
  const storage = browserStorage();
  const { keepCalls, dropCalls } = await load(storage);
  keepCalls(named('a'));
  keepCalls(named('b'));
  keepCalls(named('c'));
  dropCalls('b');
  const { keptCalls } = await load(storage);
  expect(keptCalls.get()).toEqual([named('c'), named('a')]);
});

test('calls with a name that is taken replace those that had it', async () => {
  const { keepCalls, keptCalls } = await load();
  keepCalls(named('a'));
  keepCalls(named('b'));
  keepCalls({ ...named('a'), from: '0x2' });
  expect(keptCalls.get().map(({ name, from }) => `${name} ${from}`)).toEqual(['a 0x2', 'b 0x1']);
});

test('the oldest calls above thirty are dropped', async () => {
  const { keepCalls, keptCalls } = await load();
  for (let i = 0; i <= 30; i++) keepCalls(named(String(i)));
  expect(keptCalls.get()).toHaveLength(30);
  expect(keptCalls.get().at(-1)!.name).toBe('1');
});

test('what something else stored under their name is no list of calls', async () => {
  for (const text of ['not JSON', '{"name":"a"}', 'null'])
    expect((await load(browserStorage({ 'starbox-calls': text }))).keptCalls.get(), text).toEqual([]);
});
