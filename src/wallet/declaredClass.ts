import { finishInSlices } from '../async/steps.ts';
import { normaliseAbiSteps } from '../classes/abi.ts';
import type { Felt } from '../felt/felt.ts';
import { readFelt } from '../library/values.ts';
import { formatClass, type SierraContractClass } from '../rpc/format/contractClass.ts';
import { classValues } from '../sierra/class/classValues.ts';
import { readSierraClassSteps } from '../sierra/class/readSierraClass.ts';
import { sierraClassHashSteps } from '../sierra/hash/sierraClassHash.ts';
import { invalid, readPart } from './readParams.ts';

/** A class that a dapp wants to declare, with its hashes. */
export interface DappClass {
  readonly classHash: Felt;
  readonly compiledClassHash: Felt;
  readonly contractClass: SierraContractClass;
}

const values = classValues((problem) => invalid(`contract_class: ${problem}`), normaliseAbiSteps);

/** By the parameters of requests: a class is checked, shown and declared, and read once. */
const classes = new WeakMap<object, Promise<DappClass>>();

/** Reads the parameters of `wallet_addDeclareTransaction`. The class hash is computed, whatever the dapp says. */
export function classOf(params: Readonly<Record<string, unknown>>): Promise<DappClass> {
  let read = classes.get(params);
  if (!read) classes.set(params, (read = readClass(params)));
  return read;
}

async function readClass(params: Readonly<Record<string, unknown>>): Promise<DappClass> {
  const definition = await finishInSlices(readSierraClassSteps(params['contract_class'], values));
  return {
    classHash: await finishInSlices(sierraClassHashSteps(definition)),
    compiledClassHash: readPart(() => readFelt(params['compiled_class_hash'] as string, 'compiled_class_hash')),
    contractClass: (await formatClass(definition)) as SierraContractClass,
  };
}
