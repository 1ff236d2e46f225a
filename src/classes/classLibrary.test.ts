import { expect, test } from 'vitest';
import { type Felt, toFelt } from '../felt/felt.ts';
import { type BackgroundHasher, directHashing } from '../felt/hashing.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { ClassLibrary, type ClassLibraryParts } from './classLibrary.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';

const definition = (word: number): SierraClass => ({
  kind: 'sierra',
  sierraProgram: [toFelt(word)],
  contractClassVersion: '0.1.0',
  entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  abi: '',
});

/** A library whose compiler only counts, and fails for the word 13. Each class takes 128 bytes and one. */
function countingLibrary(parts: ClassLibraryParts = {}) {
  let compiled = 0;
  const library = new ClassLibrary({
    ...parts,
    compile: function* (given: SierraClass, classHash: () => Felt) {
      compiled++;
      yield;
      if (given.sierraProgram[0] === 13n) throw new Error('refused');
      const size = { sierraFelts: 1, bytecodeFelts: 1, abiBytes: 0 };
      return { classHash: classHash(), definition: given as ClassDefinition, size } as DeclaredClass;
    },
  });
  return { library, compiled: () => compiled };
}

test('a class is compiled once, however often and in whatever copies it comes', async () => {
  const { library, compiled } = countingLibrary();
  const given = definition(1);
  const [first, copy] = await Promise.all([library.compile(given), library.compile(definition(1))]);
  expect(copy).toBe(first);
  expect(library.compile(given)).toBe(library.compile(given));
  expect(await library.compile(definition(1))).toBe(first);
  expect(compiled()).toBe(1);
  expect(await library.compile(definition(2))).not.toBe(first);
  expect(compiled()).toBe(2);
});

test('a class that is refused is tried once for each copy', async () => {
  const { library, compiled } = countingLibrary();
  const refused = definition(13);
  for (let i = 0; i < 2; i++) await expect(library.compile(refused)).rejects.toThrow('refused');
  expect(compiled()).toBe(1);
  await expect(library.compile(definition(13))).rejects.toThrow('refused');
  expect(compiled()).toBe(2);
});

test('the least recently used class is forgotten first, and the newest one never', async () => {
  const { library, compiled } = countingLibrary({ memoryBytes: 2 * 129 });
  for (const word of [1, 2, 1, 3]) await library.compile(definition(word));
  expect(compiled()).toBe(3);
  for (const word of [1, 3]) await library.compile(definition(word));
  expect(compiled()).toBe(3);
  await library.compile(definition(2));
  expect(compiled()).toBe(4);

  const small = countingLibrary({ memoryBytes: 1 });
  for (const word of [1, 1, 2, 2]) await small.library.compile(definition(word));
  expect(small.compiled()).toBe(2);
});

test('a class that is hashed in the background has the same hash, also when the hasher has no room', async () => {
  const hashed: (readonly Felt[])[] = [];
  const hasher = (hasRoom: boolean): BackgroundHasher => ({
    begin: (formula, _count, before) => {
      if (!hasRoom) return undefined;
      const hashes = formula(directHashing, before as Felt);
      hashed.push(hashes);
      return { settle: () => hashes };
    },
    close: () => undefined,
  });
  for (const hasRoom of [true, false]) {
    const { library } = countingLibrary({ hasher: hasher(hasRoom) });
    const declared = await library.compile(definition(3));
    expect(declared.classHash).toBe(sierraClassHash(definition(3)));
  }
  expect(hashed).toEqual([[sierraClassHash(definition(3))]]);
});
