import type { AbiModel } from '../../abi/abiModel.ts';
import { type AbiType, shortName } from '../../abi/abiType.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { programDictionary } from '../../sierra/programDictionary.ts';
import type { DeclaredVariable } from './cairoSource.ts';
import { candidateNames } from './candidateNames.ts';
import { KNOWN_VARIABLES } from './knownVariables.ts';
import { nameHash } from './nameHash.ts';
import { type FindStored, parseStorageType } from './parseStorageType.ts';
import { mapOf, type StorageType, valueType } from './storageType.ts';

/** A storage variable of a class. */
export interface StorageVariable {
  readonly name: string;
  /** The key of its first cell, or of the hash that its entries start from. */
  readonly base: Felt;
  /** Undefined if it is not known. */
  readonly type: StorageType | undefined;
}

/** The storage variables of a class, as far as their names are known. */
export interface ClassVariables {
  readonly byName: ReadonlyMap<string, StorageVariable>;
  readonly byBase: ReadonlyMap<FeltKey, StorageVariable>;
  /** The large constants in the code of the class, which hashes of names are among. */
  readonly constants: ReadonlySet<FeltKey>;
}

/** Of a class that is not known. */
export const NO_VARIABLES: ClassVariables = { byName: new Map(), byBase: new Map(), constants: new Set() };

/** What is known of a class besides its definition. */
interface VariableSources {
  readonly model: AbiModel;
  readonly contractName: string | undefined;
  /** Variables that source code declares: of this contract, and of others. */
  readonly declared: readonly DeclaredVariable[];
  /** Other words that may be names of variables. */
  readonly words: readonly string[];
}

/**
 * Finds the variables of a class. A name is one if the class contains its hash. Names come from source code, well-known contracts and the
 * ABI; types from source code, well-known contracts and functions of the same name.
 */
export function classVariables(definition: ClassDefinition, sources: VariableSources): ClassVariables {
  const { model, contractName, declared, words } = sources;
  const constants = constantsOf(definition);
  const byName = new Map<string, StorageVariable>();
  const byBase = new Map<FeltKey, StorageVariable>();
  const add = (name: string, typeOf: () => StorageType | undefined): void => {
    const base = nameHash(name);
    const key = keyOf(base);
    if (!constants.has(key) || byBase.has(key)) return;
    const variable: StorageVariable = { name, base, type: typeOf() };
    byName.set(name, variable);
    byBase.set(key, variable);
  };
  const ownFirst = [...declared].sort((a, b) => rank(a, contractName) - rank(b, contractName));
  for (const { name, type } of ownFirst) add(name, () => type);
  const find = storedTypes(model);
  for (const name of candidateNames(model, words)) {
    const text = KNOWN_VARIABLES.get(name);
    add(name, () => (text === undefined ? typeByFunction(name, model) : parseStorageType(text, find)));
  }
  return { byName, byBase, constants };
}

/** The variable of a name: one that is known, or any other whose hash is in the code of the class. */
export function variableOf({ byName, constants }: ClassVariables, name: string): StorageVariable | undefined {
  const known = byName.get(name);
  if (known || name.length > MAX_NAME) return known;
  const base = nameHash(name);
  return constants.has(keyOf(base)) ? { name, base, type: undefined } : undefined;
}

const MAX_NAME = 256;

const rank = ({ module }: DeclaredVariable, contractName: string | undefined): number =>
  module === contractName ? 0 : 1;

const LARGE = 2n ** 192n;

function constantsOf(definition: ClassDefinition): ReadonlySet<FeltKey> {
  const constants = new Set<FeltKey>();
  if (definition.kind === 'sierra') {
    for (const felt of programDictionary(definition.sierraProgram)) if (felt > LARGE) constants.add(keyOf(felt));
    return constants;
  }
  const { data } = definition.program;
  if (Array.isArray(data))
    for (const text of data)
      if (typeof text === 'string' && /^0x[0-9a-f]{48,64}$/i.test(text)) constants.add(keyOf(BigInt(text) as Felt));
  return constants;
}

/** The structs and enums of an ABI, by the last part of their names. */
function storedTypes(model: AbiModel): FindStored {
  const byName = new Map<string, AbiType>();
  for (const [name, type] of model.types) byName.set(shortName(name), type);
  return (name) => {
    const type = byName.get(name);
    return type && valueType(type);
  };
}

/** The type of a variable that a view function of the same name reads, with the function's parameters as keys. */
function typeByFunction(name: string, model: AbiModel): StorageType | undefined {
  const plain = name.replace(/^_/, '');
  const one = plain.replace(/s$/, '');
  // Components put their name in front: `ERC20_name`.
  const bare = plain.replace(/^[A-Z]\w*?_/, '');
  for (const text of [plain, `get_${plain}`, `${plain}_of`, `is_${plain}`, `${one}_of`, one, `get_${one}`, bare]) {
    const found = model.functions.get(text);
    if (found?.mutability !== 'view' || found.outputs.length !== 1) continue;
    const value = found.outputs[0]!.type;
    if (value.kind === 'array' || value.kind === 'unknown') continue;
    return mapOf(
      found.inputs.map((input) => input.type),
      valueType(value),
    );
  }
  return undefined;
}
