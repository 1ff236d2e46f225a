import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { type FeltKey, formatKey } from '../../felt/key.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';
import { type JsonReader, jsonList, jsonMap, jsonRecord, key } from './codec.ts';
import { StateFileError } from './stateFileError.ts';

const keys = jsonList(key);
const keySet: JsonReader<ReadonlySet<FeltKey>> = {
  read: (json) => new Set(json === undefined ? [] : keys.read(json)),
};
const cells = jsonMap(jsonMap(key));

/** What a block says it changed. */
export const diffReader = jsonRecord<StateDiff>({
  storage: cells,
  nonces: jsonMap(key),
  deployed: jsonMap(key),
  replaced: jsonMap(key),
  declared: jsonMap(key),
  deprecatedDeclared: keySet,
});

/** The difference between two states: the writes, and the classes by hash. */
export interface StateStep {
  readonly contracts: StateDiff['deployed'];
  readonly nonces: StateDiff['nonces'];
  readonly storage: StateDiff['storage'];
  readonly classes: ReadonlyMap<FeltKey, FeltKey>;
}

export const stepReader = jsonRecord<StateStep>({
  contracts: jsonMap(key),
  nonces: jsonMap(key),
  storage: cells,
  classes: jsonMap(key),
});

/** The classes of a file, by their own hash. */
export type Classes = ReadonlyMap<FeltKey, DeclaredClass>;

export function classNamed(classes: Classes, name: FeltKey): DeclaredClass {
  const found = classes.get(name);
  if (!found) throw new StateFileError(`the class ${formatKey(name)} is not among the classes of the file`);
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
