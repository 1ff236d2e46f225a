import { expect, test } from 'vitest';
import { finish } from '../async/steps.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { type BackgroundHasher, directHashing } from '../felt/hashing.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { ClassStore } from './classStore.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';

const definition = (word: number): SierraClass => ({
  kind: 'sierra',
  sierraProgram: [toFelt(word)],
  contractClassVersion: '0.1.0',
  entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  abi: '',
});

test('a class is compiled once, whoever brings it', () => {
  let compiled = 0;
  // biome-ignore lint/correctness/useYield: it stands for work that need not pause.
  const store = new ClassStore(function* (given: SierraClass, classHash: () => Felt) {
    compiled++;
    return { classHash: classHash(), definition: given as ClassDefinition } as DeclaredClass;
  });
  const first = store.declare(definition(1));
  expect(store.declare(definition(1))).toBe(first);
  expect(store.get(first.classHash)).toBe(first);
  expect(compiled).toBe(1);
  expect(store.declare(definition(2))).not.toBe(first);
  expect(compiled).toBe(2);
  expect(store.get(toFelt(7))).toBeUndefined();
});

test('a class that is hashed beside its compilation has the same hash, also when nobody takes that over', () => {
  const hashed: (readonly Felt[])[] = [];
  const hasher = (takes: boolean): BackgroundHasher => ({
    begin: (formula, _count, before) => {
      if (!takes) return undefined;
      const hashes = formula(directHashing, before as Felt);
      hashed.push(hashes);
      return { settle: () => hashes };
    },
    close: () => undefined,
  });
  for (const given of [hasher(true), hasher(false)]) {
    const store = new ClassStore(function* (sierra: SierraClass, classHash: () => Felt) {
      yield;
      return { classHash: classHash(), definition: sierra as ClassDefinition } as DeclaredClass;
    });
    const declared = finish(store.compileSteps(definition(3), given));
    expect(declared.classHash).toBe(sierraClassHash(definition(3)));
    expect(store.get(declared.classHash)).toBe(declared);
  }
  expect(hashed).toEqual([[sierraClassHash(definition(3))]]);
});
