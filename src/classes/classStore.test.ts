import { expect, test } from 'vitest';
import { toFelt } from '../felt/felt.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
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
  const store = new ClassStore((given: ClassDefinition) => {
    compiled++;
    const classHash = sierraClassHash(given as SierraDefinition);
    return { classHash, definition: given } as DeclaredClass;
  });
  const first = store.declare(definition(1));
  expect(store.declare(definition(1))).toBe(first);
  expect(store.get(first.classHash)).toBe(first);
  expect(compiled).toBe(1);
  expect(store.declare(definition(2))).not.toBe(first);
  expect(compiled).toBe(2);
  expect(store.get(toFelt(7))).toBeUndefined();
});
