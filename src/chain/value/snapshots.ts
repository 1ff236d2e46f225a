import { PersistentMap } from '../../state/persistentMap.ts';
import type { ChainValue } from './chainValue.ts';

/** Snapshots by id, as one value. Ids count up and are never reused, even after a restart. */
export interface Snapshots {
  readonly nextId: bigint;
  readonly byId: PersistentMap<string, ChainValue>;
}

export const NO_SNAPSHOTS: Snapshots = { nextId: 1n, byId: PersistentMap.empty() };

export function keepSnapshot({ nextId, byId }: Snapshots, value: ChainValue): Snapshots {
  return { nextId: nextId + 1n, byId: byId.set(nextId.toString(), value) };
}

/** The snapshot with an id, and the snapshots without it and all later ones; undefined if there is no such snapshot. */
export function takeSnapshot(
  { nextId, byId }: Snapshots,
  id: bigint,
): { readonly value: ChainValue; readonly remaining: Snapshots } | undefined {
  const value = byId.get(id.toString());
  if (!value) return undefined;
  let earlier = byId;
  for (let later = id; later < nextId; later++) earlier = earlier.delete(later.toString());
  return { value, remaining: { nextId, byId: earlier } };
}

/** Drops all snapshots. */
export const dropSnapshots = ({ nextId }: Snapshots): Snapshots => ({ ...NO_SNAPSHOTS, nextId });
