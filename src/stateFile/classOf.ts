import type { ChainValue } from '../chain/value/chainValue.ts';
import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, formatKey, keyOf } from '../felt/key.ts';
import type { DecodeOptions } from './decodeOptions.ts';
import { StateFileError } from './stateFileError.ts';

/** The class of a file. One that the node has already is taken from it: nothing is compiled twice. */
export async function classOf(
  classHash: FeltKey,
  definition: ClassDefinition,
  { open }: ChainValue,
  compile: DecodeOptions['compile'],
): Promise<DeclaredClass> {
  const isKnown = open.state.isLocalClass(classHash);
  const known = isKnown ? open.state.declaredClassAt(classHash) : undefined;
  // Under a well-known hash another class may stand.
  const declared = known && keyOf(known.classHash) === classHash ? known : await compile(definition);
  if (keyOf(declared.classHash) !== classHash)
    throw new StateFileError(`the class does not have the hash ${formatKey(classHash)}`);
  return declared;
}
