import { expect, test } from 'vitest';
import { PersistentVector } from './persistentVector.ts';

test('a vector has the items that were pushed, at every size', () => {
  let vector = PersistentVector.empty<number>();
  const kept: PersistentVector<number>[] = [];
  for (let i = 0; i < 40_000; i++) {
    kept.push(vector);
    vector = vector.push(i);
  }
  for (const length of [0, 1, 31, 32, 33, 64, 65, 1023, 1024, 1056, 1057, 32_768, 32_800, 32_801, 39_999]) {
    const old = kept[length]!;
    expect(old.length).toBe(length);
    expect(old.at(length)).toBeUndefined();
    expect(old.last).toBe(length ? length - 1 : undefined);
    expect([...old].every((item, i) => item === i)).toBe(true);
    expect([...old].length).toBe(length);
  }
  expect([...vector.from(39_998)]).toEqual([39_998, 39_999]);
});

test('an item is replaced in the new vector only', () => {
  const before = PersistentVector.from(Array(100).keys());
  for (const index of [0, 40, 95, 96, 99]) {
    const after = before.with(index, -1);
    expect(after.at(index)).toBe(-1);
    expect(before.at(index)).toBe(index);
    expect(before.firstDifference(after)).toBe(index);
  }
  expect(() => before.with(100, 1)).toThrow('no item 100');
});

test('two vectors can append to the same shared beginning', () => {
  for (const common of [0, 5, 32, 33, 1056, 1057, 2000]) {
    const trunk = PersistentVector.from(Array(common).keys());
    let [a, b] = [trunk, trunk];
    for (let i = 0; i < 3000; i++) a = a.push(i + 0.25);
    for (let i = 0; i < 70; i++) b = b.push(i + 0.5);
    expect(a.firstDifference(b)).toBe(common);
    expect(b.firstDifference(a)).toBe(common);
    expect(a.firstDifference(trunk)).toBe(common);
    expect(trunk.length).toBe(common);
  }
});

test('a vector of the first items can grow again', () => {
  for (const length of [1, 31, 32, 33, 1024, 1056, 1057, 2500, 40_000]) {
    const whole = PersistentVector.from(Array(length).keys());
    for (const kept of [0, 1, 31, 32, 33, 64, 1023, 1024, 1056, 1057, length - 1, length, length + 1]) {
      const expected = Math.min(kept, length);
      let taken = whole.take(kept);
      expect([...taken]).toEqual([...Array(expected).keys()]);
      expect(taken.firstDifference(whole)).toBe(expected);
      for (let i = 0; i < 70; i++) taken = taken.push(i + 0.5);
      expect(taken.at(expected - 1)).toBe(expected > 0 ? expected - 1 : undefined);
      expect([...taken.from(expected)]).toEqual(Array.from({ length: 70 }, (_, i) => i + 0.5));
      expect(taken.firstDifference(whole)).toBe(expected);
    }
  }
});
