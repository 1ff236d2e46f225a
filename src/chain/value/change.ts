import { finish, type Steps } from '../../async/steps.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import { mergeDiffs } from '../../state/mergeDiffs.ts';
import {
  cellIn,
  keysIn,
  type PackedDiff,
  packDiff,
  packDiffSteps,
  unpackDiff,
  unpackDiffSteps,
} from '../../state/packedDiff.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';

/** One change of the state: its writes and its new classes, if it has any. */
export type Change = PackedDiff | ClassChange;

interface ClassChange {
  readonly diff: PackedDiff;
  readonly classes: readonly (readonly [FeltKey, DeclaredClass])[];
}

export function changeOf(diff: StateDiff, classes: ClassChange['classes']): Change {
  const packed = packDiff(diff);
  return classes.length === 0 ? packed : { diff: packed, classes };
}

/** Packs a change with pauses. */
export function* changeSteps(diff: StateDiff, classes: ClassChange['classes']): Steps<Change> {
  const packed = yield* packDiffSteps(diff);
  return classes.length === 0 ? packed : { diff: packed, classes };
}

/** The value that a change writes to a cell; undefined if it does not change the cell. */
export const cellInChange = (change: Change, address: FeltKey, key: FeltKey): FeltKey | undefined =>
  cellIn(packedOf(change), address, key);

/** The keys of the cells of a contract that a change writes. */
export const keysInChange = (change: Change, address: FeltKey): Generator<FeltKey> => keysIn(packedOf(change), address);

export const packedOf = (change: Change): PackedDiff => (typeof change === 'string' ? change : change.diff);

/** The new classes of a change. */
export const changedClasses = (change: Change): ClassChange['classes'] =>
  typeof change === 'string' ? NO_CLASSES : change.classes;

const NO_CLASSES: ClassChange['classes'] = [];

export const applyChange = (state: State, change: Change): State =>
  state.apply(unpackDiff(packedOf(change)), changedClasses(change));

/** The state after several changes. They are merged first, because most of the time goes into making states. */
export function applyChanges(state: State, changes: readonly Change[]): State {
  if (changes.length === 0) return state;
  return state.apply(diffOfChanges(changes), changes.flatMap(changedClasses));
}

/** The combined effect of changes. */
export const diffOfChanges = (changes: Iterable<Change>): StateDiff => finish(diffOfChangesSteps(changes));

/** The number of changes that are unpacked between two pauses. COST: about 4 µs for the change of a transfer. */
const CHANGES_AT_ONCE = 256;

/** Merges the effects of changes with pauses. */
export function* diffOfChangesSteps(changes: Iterable<Change>): Steps<StateDiff> {
  const diffs: StateDiff[] = [];
  for (const change of changes) {
    diffs.push(yield* unpackDiffSteps(packedOf(change)));
    if (diffs.length % CHANGES_AT_ONCE === 0) yield;
  }
  return yield* mergeDiffs(diffs);
}
