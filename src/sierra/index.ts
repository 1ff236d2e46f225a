import { finish, finishInSlices, type Steps } from '../async/steps.ts';
import type { CasmClass } from '../cairo/casm.ts';
import { type CasmClassJson, formatCasm } from '../cairo/casmJson.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { type AllowedLibfuncs, LIBFUNC_LIST_NAMES, type LibfuncListName, libfuncList } from './class/libfuncList.ts';
import { DEFAULT_MAX_CASM_FELTS, readSierraClass, type SierraClass, type SierraLimits } from './class/sierraClass.ts';
import { type ContractOptions, contractSteps } from './compileContract.ts';
import {
  compiledClassHash,
  compiledClassHashPoseidon,
  compiledClassHashPoseidonSteps,
  compiledClassHashSteps,
} from './hash/compiledClassHash.ts';
import { abiText, type SierraClassParts, sierraClassHash, sierraClassHashSteps } from './hash/sierraClassHash.ts';

export type { CasmClassJson } from '../cairo/casmJson.ts';
export { SierraError, type SierraStage } from './sierraError.ts';

export interface CompileOptions extends SierraLimits {
  /**
   * Which libfuncs a class may declare: a built-in list by its name, or a list of names. `'all'`, the default, allows every
   * libfunc that the compiler and the sandbox know; `'audited'` is the list of the network.
   *
   * @example
   * compileSierra(sierra, { libfuncs: 'audited' }); // throws for a class that prints
   * compileSierra(sierra, { libfuncs: ['felt252_add', 'store_temp'] });
   */
  readonly libfuncs?: LibfuncListName | readonly string[];
}

/** A compiled class in its published form, with the hashes that transactions and state name it by. */
export interface CompiledSierra {
  readonly casm: CasmClassJson;
  readonly classHash: string;
  /** BLAKE2s, as declare transactions carry it since Starknet 0.14.1. */
  readonly compiledClassHash: string;
  /** Poseidon, as they carried it before. */
  readonly compiledClassHashPoseidon: string;
}

/** Compiles a Sierra contract class, given as parsed JSON, to CASM. Throws a SierraError when it cannot be done. */
export function compileSierra(sierraClassJson: unknown, options: CompileOptions = {}): CompiledSierra {
  const given = readSierraClass(sierraClassJson, options);
  const casm = finish(contractSteps(given, contractOptions(options)));
  return result(casm, sierraClassHash(hashedParts(given)), compiledClassHash(casm), compiledClassHashPoseidon(casm));
}

/** Compiles like `compileSierra`, and lets others have a turn every 20 ms. */
export async function compileSierraAsync(
  sierraClassJson: unknown,
  options: CompileOptions = {},
): Promise<CompiledSierra> {
  return finishInSlices(compileClass(readSierraClass(sierraClassJson, options), options));
}

function* compileClass(given: SierraClass, options: CompileOptions): Steps<CompiledSierra> {
  const casm = yield* contractSteps(given, contractOptions(options));
  yield;
  const classHash = yield* sierraClassHashSteps(hashedParts(given));
  yield;
  const blake = yield* compiledClassHashSteps(casm);
  yield;
  const poseidon = yield* compiledClassHashPoseidonSteps(casm);
  return result(casm, classHash, blake, poseidon);
}

function contractOptions({ libfuncs = 'all', maxCasmFelts = DEFAULT_MAX_CASM_FELTS }: CompileOptions): ContractOptions {
  return { libfuncs: allowedLibfuncs(libfuncs), maxCasmFelts };
}

function allowedLibfuncs(libfuncs: unknown): AllowedLibfuncs | undefined {
  const wayOut = "Give the option libfuncs: 'all' to allow all libfuncs.";
  if (typeof libfuncs === 'string') {
    const list = libfuncList(libfuncs);
    return list && { list, name: libfuncs, wayOut };
  }
  if (!Array.isArray(libfuncs) || !libfuncs.every((name) => typeof name === 'string'))
    throw new TypeError(
      `The option libfuncs must be ${LIBFUNC_LIST_NAMES.map((name) => `'${name}'`).join(', ')} or an array of libfunc names.`,
    );
  return { list: new Map(libfuncs.map((name) => [name, undefined])), name: 'given in libfuncs', wayOut };
}

function hashedParts({ sierraProgram, entryPointsByType, abi }: SierraClass): SierraClassParts {
  // Decoding has seen every one of the felts.
  return { sierraProgram: sierraProgram.map((felt) => BigInt(felt) as Felt), entryPointsByType, abi: abiText(abi) };
}

function result(casm: CasmClass, classHash: Felt, blake: Felt, poseidon: Felt): CompiledSierra {
  return {
    casm: formatCasm(casm),
    classHash: formatFelt(classHash),
    compiledClassHash: formatFelt(blake),
    compiledClassHashPoseidon: formatFelt(poseidon),
  };
}
