import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';
import { type Codec, key, keyMap, list, record } from './codec.ts';
import { StateFileError } from './stateFileError.ts';

const keySet: Codec<ReadonlySet<FeltKey>> = {
  write: (set) => (set.size === 0 ? undefined : list(key).write([...set])),
  read: (json) => new Set(json === undefined ? [] : list(key).read(json)),
};
const cells = keyMap(keyMap(key));

/** What a block says it changed. */
export const diffCodec = record<StateDiff>({
  storage: cells,
  nonces: keyMap(key),
  deployed: keyMap(key),
  replaced: keyMap(key),
  declared: keyMap(key),
  deprecatedDeclared: keySet,
});

/** The difference between two states: the writes, and the classes by hash. */
export interface StateStep {
  readonly contracts: StateDiff['deployed'];
  readonly nonces: StateDiff['nonces'];
  readonly storage: StateDiff['storage'];
  readonly classes: ReadonlyMap<FeltKey, FeltKey>;
}

export const stepCodec = record<StateStep>({
  contracts: keyMap(key),
  nonces: keyMap(key),
  storage: cells,
  classes: keyMap(key),
});

export function stepBetween(old: State, now: State, nameOf: (declared: DeclaredClass) => FeltKey): StateStep {
  const { diff, declared } = now.changesSince(old);
  return {
    contracts: diff.deployed,
    nonces: diff.nonces,
    storage: diff.storage,
    classes: new Map(declared.map(([classHash, known]) => [classHash, nameOf(known)])),
  };
}

/** The classes of a file, by their own hash. */
export type Classes = ReadonlyMap<FeltKey, DeclaredClass>;

export function classNamed(classes: Classes, name: FeltKey): DeclaredClass {
  const found = classes.get(name);
  if (!found) throw new StateFileError(`the class ${key.write(name)} is not among the classes of the file`);
  return found;
}

/** What a step does to a state. */
export function readStep(
  { contracts, nonces, storage, classes: names }: StateStep,
  classes: Classes,
): { readonly diff: StateDiff; readonly declared: readonly (readonly [FeltKey, DeclaredClass])[] } {
  return {
    diff: { ...EMPTY_DIFF, deployed: contracts, nonces, storage },
    declared: [...names].map(([hash, name]) => [hash, classNamed(classes, name)] as const),
  };
}
