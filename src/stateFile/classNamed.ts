import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, formatKey } from '../felt/key.ts';
import { StateFileError } from './stateFileError.ts';

/** The classes of a file, by their own hash. */
export type Classes = ReadonlyMap<FeltKey, DeclaredClass>;

export function classNamed(classes: Classes, name: FeltKey): DeclaredClass {
  const found = classes.get(name);
  if (!found) throw new StateFileError(`the class ${formatKey(name)} is not among the classes of the file`);
  return found;
}
