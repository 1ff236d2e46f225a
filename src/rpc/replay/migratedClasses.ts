import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { isObject, type Json } from '../../json/json.ts';

/**
 * The compiled class hashes that our compiler gives to the classes that a block of the origin migrated: since 0.14.1 networks replace the
 * Poseidon hash of a class by the BLAKE one. Which classes these are is taken from the origin, because no method tells which hash a class had.
 */
export async function migratedHashes(
  stateDiff: unknown,
  classOf: (classHash: Felt) => Promise<Pick<DeclaredClass, 'compiledClassHash'> | undefined>,
): Promise<ReadonlyMap<FeltKey, FeltKey>> {
  const hashes = new Map<FeltKey, FeltKey>();
  const listed = isObject(stateDiff as Json) ? (stateDiff as Record<string, unknown>)['migrated_compiled_classes'] : [];
  for (const entry of Array.isArray(listed) ? (listed as readonly unknown[]) : []) {
    const classHash = parseFelt((entry as Record<string, unknown> | null)?.['class_hash']);
    if (classHash === undefined) continue;
    const compiled = await classOf(classHash);
    if (compiled) hashes.set(keyOf(classHash), keyOf(compiled.compiledClassHash));
  }
  return hashes;
}
