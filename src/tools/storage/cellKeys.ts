import type { Felt } from '../../felt/felt.ts';
import type { StoragePlace } from './storagePath.ts';
import { cellsOf } from './storageType.ts';
import { keyAt } from './storedValue.ts';

/** The most cells whose writes are listed together. */
const MAX_LISTED_CELLS = 16;

/** The keys of the cells at a place: those of a value, or the first one of anything else. */
export function cellKeys({ key, type }: StoragePlace): readonly Felt[] {
  const size = type?.kind === 'value' ? Math.min(cellsOf(type.type) ?? 1, MAX_LISTED_CELLS) : 1;
  return Array.from({ length: size }, (_, i) => keyAt(key, i));
}
