import { expect, test } from 'vitest';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import { migratedHashes } from './migratedClasses.ts';

const classOf = async (classHash: Felt) =>
  classHash === 0xdeadn ? undefined : { compiledClassHash: toFelt(classHash + 1n) };

test('migrated classes have the hash that the compiler gives them, and not what the origin says', async () => {
  const migrated_compiled_classes = [
    { class_hash: '0x10', compiled_class_hash: '0x11' },
    { class_hash: '0x20', compiled_class_hash: '0x99' },
    { class_hash: '0xdead', compiled_class_hash: '0x1' },
  ];
  const hashes = await migratedHashes({ migrated_compiled_classes }, classOf);
  expect([...hashes].map(([classHash, compiled]) => [feltOf(classHash), feltOf(compiled)])).toEqual([
    [0x10n, 0x11n],
    [0x20n, 0x21n],
  ]);
});

test('a state diff without migrated classes, or with something else in their place, has none', async () => {
  for (const diff of [undefined, null, 5, {}, { migrated_compiled_classes: null }])
    expect((await migratedHashes(diff, classOf)).size).toBe(0);
  const odd = { migrated_compiled_classes: [null, 5, {}, { class_hash: 'x' }] };
  expect((await migratedHashes(odd, classOf)).size).toBe(0);
});
