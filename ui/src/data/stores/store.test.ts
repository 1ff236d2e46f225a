import { expect, test } from 'vitest';
import { Store } from './store.ts';

test('a store tells its followers of new values, and only of those', () => {
  const store = new Store(1);
  const seen: number[] = [];
  const stop = store.follow(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  store.set(3);
  stop();
  store.set(4);
  expect(seen).toEqual([2, 3]);
  expect(store.get()).toBe(4);
});

test('a follower may leave while the others are told', () => {
  const store = new Store('a');
  const told: string[] = [];
  const stop = store.follow(() => {
    told.push('first');
    stop();
  });
  store.follow(() => told.push('second'));
  store.set('b');
  store.set('c');
  expect(told).toEqual(['first', 'second', 'second']);
});
