import type { AbiModel } from '../../abi/abiModel.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';

const known = new WeakMap<ClassDefinition, AbiModel>();

/** The ABI of a class, read once. A class may have come from anywhere: an ABI that cannot be read counts as empty. */
export function classAbi(definition: ClassDefinition): AbiModel {
  let model = known.get(definition);
  if (!model) known.set(definition, (model = readOrEmpty(definition)));
  return model;
}

function readOrEmpty({ abi }: ClassDefinition): AbiModel {
  try {
    return readAbi(abi ?? []);
  } catch {
    return readAbi([]);
  }
}
