import type { AbiModel } from '../../abi/abiModel.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';

/** What is known of a class: its definition, and what its build output adds. */
export interface ClassFacts {
  readonly definition: ClassDefinition;
  /** The name of the contract in its build output; undefined if that is not known. */
  readonly contractName: string | undefined;
  /** `sierra_program_debug_info` of the class file, as far as it is known. */
  readonly debugInfo: unknown;
  /** Whether the user can build the class again, as far as that is known. */
  readonly isBuilt?: boolean;
  /** The texts of Cairo source files that declare storage; undefined if they are not known. */
  readonly sources?: readonly string[] | undefined;
}

/** Finds a class, for its names; undefined if the class is unknown. */
export interface FindClass {
  (classHash: FeltKey): ClassFacts | undefined;
  /** The name of a selector that the called class does not name, as far as another one does. */
  readonly selectorName?: (selector: FeltKey) => string | undefined;
}

/** A class about which nothing is known but what it contains. */
export const factsOf = (definition: ClassDefinition): ClassFacts => ({
  definition,
  contractName: undefined,
  debugInfo: definition.kind === 'sierra' ? definition.debugInfo : undefined,
});

const abis = new WeakMap<ClassDefinition, AbiModel>();

/** The ABI of a class, read once. A class may have come from anywhere: an ABI that cannot be read counts as empty. */
export function classAbi(definition: ClassDefinition): AbiModel {
  let model = abis.get(definition);
  if (!model) abis.set(definition, (model = readClassAbi(definition)));
  return model;
}

/**
 * The name of a contract; undefined if it is not known. The name in the ABI is whole, but that of the build output is the part of a file
 * name behind its last `_`.
 */
export const nameOfContract = ({
  definition,
  contractName,
}: Pick<ClassFacts, 'definition' | 'contractName'>): string | undefined =>
  classAbi(definition).contractName ?? contractName;

/** The longest ABI, in characters or items, that is read for names. Those of the network are shorter. COST: tens of milliseconds, without a pause. */
const MOST_CHARS = 2 ** 20;
const MOST_ITEMS = 2 ** 13;

/** Reads the ABI of a class. One that cannot be read, or would take long, counts as empty. */
export function readClassAbi(definition: ClassDefinition): AbiModel {
  const abi = definition.abi ?? [];
  if (abi.length > (typeof abi === 'string' ? MOST_CHARS : MOST_ITEMS)) return readAbi([]);
  try {
    return readAbi(abi);
  } catch {
    return readAbi([]);
  }
}
