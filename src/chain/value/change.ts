import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import { mergeDiffs } from '../../state/mergeDiffs.ts';
import { cellIn, type PackedDiff, packDiff, unpackDiff } from '../../state/packedDiff.ts';
import type { State } from '../../state/state.ts';
import { type DiffEntries, EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';

/** One change of the state: its writes and its new classes, if it has any. */
export type Change = PackedDiff | ClassChange;

interface ClassChange {
  readonly diff: PackedDiff;
  readonly classes: readonly (readonly [FeltKey, DeclaredClass])[];
}

/** The merged diff of the first changes of a block. A block of a state file has it, because its changes alone do not give the whole diff. */
export interface ChangeSummary {
  readonly count: number;
  readonly diff: PackedDiff;
}

export function changeOf(diff: StateDiff, classes: ClassChange['classes']): Change {
  const packed = packDiff(diff);
  return classes.length === 0 ? packed : { diff: packed, classes };
}

/** The value that a change writes to a cell; undefined if it does not change the cell. */
export const cellInChange = (change: Change, address: FeltKey, key: FeltKey): FeltKey | undefined =>
  cellIn(packedOf(change), address, key);

/** The cells of a contract that a change writes. */
export const cellsInChange = (change: Change, address: FeltKey): DiffEntries<FeltKey> | undefined =>
  unpackDiff(packedOf(change)).storage.get(address);

export const packedOf = (change: Change): PackedDiff => (typeof change === 'string' ? change : change.diff);

/** The new classes of a change. */
export const changedClasses = (change: Change): ClassChange['classes'] =>
  typeof change === 'string' ? NO_CLASSES : change.classes;

const NO_CLASSES: ClassChange['classes'] = [];

export const applyChange = (state: State, change: Change): State =>
  state.apply(unpackDiff(packedOf(change)), changedClasses(change));

/** The state after several changes. They are merged first, because most of the time goes into making states. */
export function applyChanges(state: State, changes: Iterable<Change>): State {
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  const nonces = new Map<FeltKey, FeltKey>();
  const classHashes = new Map<FeltKey, FeltKey>();
  const classes: (readonly [FeltKey, DeclaredClass])[] = [];
  let count = 0;
  for (const change of changes) {
    count++;
    const diff = unpackDiff(packedOf(change));
    for (const [address, written] of diff.storage) {
      let cells = storage.get(address);
      if (!cells) storage.set(address, (cells = new Map()));
      for (const [key, value] of written) cells.set(key, value);
    }
    for (const [address, nonce] of diff.nonces) nonces.set(address, nonce);
    for (const [address, classHash] of diff.deployed) classHashes.set(address, classHash);
    for (const [address, classHash] of diff.replaced) classHashes.set(address, classHash);
    classes.push(...changedClasses(change));
  }
  return count === 0 ? state : state.apply({ ...EMPTY_DIFF, storage, nonces, deployed: classHashes }, classes);
}

/** The combined effect of changes. */
export function diffOfChanges(changes: Iterable<Change>, summary: ChangeSummary | undefined): StateDiff {
  const diffs: StateDiff[] = summary ? [unpackDiff(summary.diff)] : [];
  let index = 0;
  for (const change of changes) if (++index > (summary?.count ?? 0)) diffs.push(unpackDiff(packedOf(change)));
  return mergeDiffs(diffs);
}
