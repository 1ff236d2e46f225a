import { expect, test } from 'vitest';
import { WorkMemory } from '../budget/workMemory.ts';
import type { ClassDefinition } from './declaredClass.ts';
import { KeptByClass } from './keptByClass.ts';

const newClass = () => ({ kind: 'sierra' }) as unknown as ClassDefinition;

test('what was used last is kept within a number of bytes, and nothing that is larger alone', () => {
  const kept = new KeptByClass<{ bytes: number }>(100, ({ bytes }) => bytes, new WorkMemory(1000));
  const [a, b, c, large] = [newClass(), newClass(), newClass(), newClass()] as const;
  kept.set(a, { bytes: 40 });
  kept.set(b, { bytes: 40 });
  expect(kept.get(a)).toEqual({ bytes: 40 });
  kept.set(c, { bytes: 40 });
  expect([a, b, c].map((each) => kept.get(each) !== undefined)).toEqual([true, false, true]);
  expect(kept.bytes).toBe(80);
  kept.set(large, { bytes: 101 });
  expect([kept.get(large), kept.bytes]).toEqual([undefined, 0]);
});

test('it is given up when other work needs the memory', () => {
  const budget = new WorkMemory(100);
  const kept = new KeptByClass<{ bytes: number }>(100, ({ bytes }) => bytes, budget);
  const [a, b] = [newClass(), newClass()] as const;
  kept.set(a, { bytes: 40 });
  kept.set(b, { bytes: 40 });
  expect(budget.take('answers', 50)).toBeDefined();
  expect([kept.get(a), kept.get(b), kept.bytes]).toEqual([undefined, { bytes: 40 }, 40]);
});
