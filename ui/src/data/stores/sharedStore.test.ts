import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';
import { SharedStore } from './sharedStore.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const names = (stored: unknown): readonly unknown[] => (Array.isArray(stored) ? stored : []);

test('what another page has stored meanwhile is not overwritten', () => {
  vi.stubGlobal('localStorage', browserStorage());
  const [one, other] = [new SharedStore('names', names), new SharedStore('names', names)];
  one.change((now) => [...now, 'a']);
  other.change((now) => [...now, 'b']);
  expect(new SharedStore('names', names).get()).toEqual(['a', 'b']);
});

test('what another page stores is followed', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const store = new SharedStore('names', names);
  const told = vi.fn();
  store.follow(told);
  for (const [key, newValue] of [
    ['other', '["b"]'],
    ['names', '["a"]'],
  ] as const)
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  expect(store.get()).toEqual(['a']);
  expect(told).toHaveBeenCalledTimes(1);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'names', newValue: 'nonsense {' }));
  expect(store.get()).toEqual([]);
});

test('a browser that stores nothing keeps the value until the page is closed', () => {
  const store = new SharedStore('names', names);
  store.change((now) => [...now, 'a']);
  store.change((now) => [...now, 'b']);
  expect(store.get()).toEqual(['a', 'b']);
});

test('a browser whose storage is full loses no change of this page, and gets all of them when it has space', () => {
  const storage = browserStorage({ names: '["a"]' });
  let isFull = true;
  const setItem = (key: string, text: string) => {
    if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    storage.setItem(key, text);
  };
  vi.stubGlobal('localStorage', { ...storage, setItem });
  const store = new SharedStore('names', names);
  store.change((now) => [...now, 'b']);
  store.change((now) => now.filter((name) => name !== 'a'));
  expect(store.get()).toEqual(['b']);
  isFull = false;
  store.change((now) => [...now, 'c']);
  expect(new SharedStore('names', names).get()).toEqual(['b', 'c']);
});
