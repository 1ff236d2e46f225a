import { PersistentMap } from '../../state/persistentMap.ts';
import type { ChainValue } from './chainValue.ts';

/** Snapshots by id, as one value. Ids count up and are never reused, even after a restart. */
export interface Snapshots {
  readonly nextId: bigint;
  readonly kept: PersistentMap<string, ChainValue>;
}

export const NO_SNAPSHOTS: Snapshots = { nextId: 1n, kept: PersistentMap.empty() };

export function keepSnapshot({ nextId, kept }: Snapshots, value: ChainValue): Snapshots {
  return { nextId: nextId + 1n, kept: kept.set(nextId.toString(), value) };
}

/** The snapshot of an id and what is left when it and all later ones are dropped; undefined when there is none. */
export function takeSnapshot(
  { nextId, kept }: Snapshots,
  id: bigint,
): { readonly value: ChainValue; readonly left: Snapshots } | undefined {
  const value = kept.get(id.toString());
  if (!value) return undefined;
  let left = kept;
  for (let later = id; later < nextId; later++) left = left.delete(later.toString());
  return { value, left: { nextId, kept: left } };
}

/** No snapshots any more. */
export const dropSnapshots = ({ nextId }: Snapshots): Snapshots => ({ ...NO_SNAPSHOTS, nextId });
