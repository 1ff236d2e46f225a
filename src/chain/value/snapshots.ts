import { PersistentMap } from '../../state/persistentMap.ts';
import type { ChainValue } from './chainValue.ts';

/** A chain that can be restored. */
export interface Snapshot {
  readonly value: ChainValue;
  /** What people call it. */
  readonly name: string | undefined;
}

/** Snapshots by id, as one value. Ids count up and are never reused, even after a restart. */
export interface Snapshots {
  readonly nextId: bigint;
  readonly byId: PersistentMap<string, Snapshot>;
}

export const NO_SNAPSHOTS: Snapshots = { nextId: 1n, byId: PersistentMap.empty() };

export function keepSnapshot({ nextId, byId }: Snapshots, value: ChainValue): Snapshots {
  return { nextId: nextId + 1n, byId: byId.set(nextId.toString(), { value, name: undefined }) };
}

/** The snapshot with an id, and the snapshots without it and all later ones; undefined if there is no such snapshot. */
export function takeSnapshot(
  { nextId, byId }: Snapshots,
  id: bigint,
): { readonly value: ChainValue; readonly remaining: Snapshots } | undefined {
  const snapshot = byId.get(id.toString());
  if (!snapshot) return undefined;
  let earlier = byId;
  for (const [key] of byId) if (BigInt(key) >= id) earlier = earlier.delete(key);
  return { value: snapshot.value, remaining: { nextId, byId: earlier } };
}

/** The snapshots with another name for one of them. */
export function nameSnapshot(snapshots: Snapshots, id: bigint, name: string | undefined): Snapshots {
  const { value } = snapshots.byId.get(id.toString())!;
  return { ...snapshots, byId: snapshots.byId.set(id.toString(), { value, name }) };
}

export const dropSnapshot = ({ nextId, byId }: Snapshots, id: bigint): Snapshots => ({
  nextId,
  byId: byId.delete(id.toString()),
});

/** The snapshots with their ids, in the order of their making. */
export const listSnapshots = ({ byId }: Snapshots): readonly (readonly [bigint, Snapshot])[] =>
  [...byId].map(([id, snapshot]) => [BigInt(id), snapshot] as const).sort(([a], [b]) => (a < b ? -1 : 1));

/** Drops all snapshots. */
export const dropSnapshots = ({ nextId }: Snapshots): Snapshots => ({ ...NO_SNAPSHOTS, nextId });
