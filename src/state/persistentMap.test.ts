import { expect, test } from 'vitest';
import { finish } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { PersistentMap } from './persistentMap.ts';

/** A small random generator with a fixed seed, so that every run tests the same cases. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a persistent map behaves like a Map, and old maps stay unchanged', () => {
  const next = random(7);
  const kinds = { set: 0, replaced: 0, deleted: 0, missing: 0 };
  let map = PersistentMap.empty<string, number>();
  const plain = new Map<string, number>();
  const kept: [PersistentMap<string, number>, Map<string, number>][] = [];
  for (let i = 0; i < 20_000; i++) {
    const key = `k${Math.floor(next() * 3000)}`;
    if (next() < 0.65) {
      kinds[plain.has(key) ? 'replaced' : 'set']++;
      plain.set(key, i);
      map = map.set(key, i);
    } else {
      kinds[plain.has(key) ? 'deleted' : 'missing']++;
      plain.delete(key);
      map = map.delete(key);
    }
    if (map.size !== plain.size) expect(map.size).toBe(plain.size);
    if (i % 2000 === 0) kept.push([map, new Map(plain)]);
  }
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(100);
  kept.push([map, plain]);
  for (const [persistent, expected] of kept) {
    expect(new Map(persistent)).toEqual(expected);
    expect([...expected].every(([key, value]) => persistent.get(key) === value)).toBe(true);
  }
});

test('a batch changes only the new map', () => {
  const before = PersistentMap.from<string, number>([...Array(1000).keys()].map((i) => [`a${i}`, i]));
  const after = before.setAll([...Array(1000).keys()].map((i) => [`a${i * 2}`, -i]));
  expect(before.get('a10')).toBe(10);
  expect(after.get('a10')).toBe(-5);
  expect(before.size).toBe(1000);
  expect(after.size).toBe(1500);
  expect(before.setAll([['a1', 1]])).toBe(before);
});

test('keys with equal endings are distinguished', () => {
  const keys = [...Array(5000).keys()].map((i) => String.fromCharCode(...Array(15).fill(0), i));
  const map = PersistentMap.from(keys.map((key, i) => [key, i] as const));
  expect(keys.every((key, i) => map.get(key) === i)).toBe(true);
});

test('the changes since an older map are those that a comparison of all entries finds', () => {
  const next = random(11);
  let map = PersistentMap.from(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i] as const));
  for (const changes of [0, 1, 5, 300, 4000]) {
    const old = map;
    for (let i = 0; i < changes; i++) map = map.set(`k${Math.floor(next() * 5000)}`, Math.floor(next() * 10));
    const expected = [...map].filter(([key, value]) => old.get(key) !== value).sort();
    expect([...finish(map.changesSince(old))].sort()).toEqual(expected);
  }
  expect(finish(map.changesSince(PersistentMap.empty())).size).toBe(map.size);
});

test('deleting many keys in a batch gives the same map as deleting them one by one, and the shape depends on the entries alone', () => {
  const next = random(13);
  for (const count of [0, 1, 50, 900, 2000]) {
    const entries = Array.from({ length: 2000 }, (_, i): [string, number] => [`k${i}`, i]);
    const map = PersistentMap.from(entries);
    const gone = Array.from({ length: count }, () => `k${Math.floor(next() * 2500)}`);
    const left = map.deleteAll(gone);
    let single = map;
    for (const key of gone) single = single.delete(key);
    const fresh = PersistentMap.from(entries.filter(([key]) => !gone.includes(key)));
    expect([...left]).toEqual([...fresh]);
    expect([...single]).toEqual([...fresh]);
    expect([left.size, single.size, map.size]).toEqual([fresh.size, fresh.size, 2000]);
    expect([...map].length).toBe(2000);
  }
});

test('many changes are found with pauses', () => {
  const map = PersistentMap.from(Array.from({ length: 50_000 }, (_, i) => [keyOf(BigInt(i) as Felt), i] as const));
  const steps = map.changesSince(PersistentMap.empty());
  let pauses = 0;
  while (!steps.next().done) pauses++;
  expect(pauses).toBeGreaterThan(20);
});
