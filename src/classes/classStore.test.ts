import { expect, test } from 'vitest';
import { type Felt, toFelt } from '../felt/felt.ts';
import { ClassStore } from './classStore.ts';
import type { ClassDefinition, DeclaredClass, SierraDefinition } from './declaredClass.ts';

const definition = (word: number): SierraDefinition => ({
  kind: 'sierra',
  sierraProgram: [toFelt(word)],
  contractClassVersion: '0.1.0',
  entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  abi: '',
});

test('a class is compiled once, whoever brings it', () => {
  let compiled = 0;
  // biome-ignore lint/correctness/useYield: it stands for work that need not pause.
  const store = new ClassStore(function* (given: SierraDefinition, classHash: Felt) {
    compiled++;
    return { classHash, definition: given as ClassDefinition } as DeclaredClass;
  });
  const first = store.declare(definition(1));
  expect(store.declare(definition(1))).toBe(first);
  expect(store.get(first.classHash)).toBe(first);
  expect(compiled).toBe(1);
  expect(store.declare(definition(2))).not.toBe(first);
  expect(compiled).toBe(2);
  expect(store.get(toFelt(7))).toBeUndefined();
});
