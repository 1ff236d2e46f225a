import { finish, finishInSlices, type Steps } from '../async/steps.ts';
import type { CasmClass } from '../cairo/casm.ts';
import { type CasmClassJson, formatCasm } from '../cairo/casmJson.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { type AllowedLibfuncs, LIBFUNC_LIST_NAMES, type LibfuncListName, libfuncList } from './class/libfuncList.ts';
import { readSierraFile } from './class/readSierraClass.ts';
import type { SierraClass } from './class/sierraClass.ts';
import { type ContractOptions, contractSteps, DEFAULT_MAX_CASM_FELTS } from './compileContract.ts';
import {
  compiledClassHash,
  compiledClassHashPoseidon,
  compiledClassHashPoseidonSteps,
  compiledClassHashSteps,
} from './hash/compiledClassHash.ts';
import { sierraClassHash, sierraClassHashSteps } from './hash/sierraClassHash.ts';

export type { CasmClassJson } from '../cairo/casmJson.ts';
export { SierraError, type SierraStage } from './sierraError.ts';

export interface CompileOptions {
  /** The largest Sierra program, in felts. There is no limit unless this is given; the network's is 81,920. */
  readonly maxSierraFelts?: number;
  /** The largest bytecode, in felts: 180,000 unless this is given, as the official compiler has it. The network's is 81,920. */
  readonly maxCasmFelts?: number;
  /**
   * The libfuncs that a class may declare: the name of a built-in list, or a list of libfunc names. `'all'`, the default, allows
   * every libfunc that the compiler supports; `'audited'` is the list of the network.
   *
   * @example
   * compileSierra(sierra, { libfuncs: 'audited' }); // throws for a class that prints
   * compileSierra(sierra, { libfuncs: ['felt252_add', 'store_temp'] });
   */
  readonly libfuncs?: LibfuncListName | readonly string[];
}

/** A compiled class in its published format, with its hashes. */
export interface CompiledSierra {
  readonly casm: CasmClassJson;
  readonly classHash: string;
  /** The BLAKE2s hash, which declare transactions contain since Starknet 0.14.1. */
  readonly compiledClassHash: string;
  /** The Poseidon hash, which they contained before. */
  readonly compiledClassHashPoseidon: string;
}

/** Compiles a Sierra contract class, given as parsed JSON, to CASM. Throws a SierraError if the class cannot be compiled. */
export function compileSierra(sierraClassJson: unknown, options: CompileOptions = {}): CompiledSierra {
  const given = readSierraFile(sierraClassJson, options.maxSierraFelts);
  const casm = finish(contractSteps(given, contractOptions(options)));
  return result(casm, sierraClassHash(given), compiledClassHash(casm), compiledClassHashPoseidon(casm));
}

/** Compiles like `compileSierra`, and yields to other work every 20 ms. */
export async function compileSierraAsync(
  sierraClassJson: unknown,
  options: CompileOptions = {},
): Promise<CompiledSierra> {
  return finishInSlices(compileClass(readSierraFile(sierraClassJson, options.maxSierraFelts), options));
}

function* compileClass(given: SierraClass, options: CompileOptions): Steps<CompiledSierra> {
  const casm = yield* contractSteps(given, contractOptions(options));
  yield;
  const classHash = yield* sierraClassHashSteps(given);
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

function result(casm: CasmClass, classHash: Felt, blake: Felt, poseidon: Felt): CompiledSierra {
  return {
    casm: formatCasm(casm),
    classHash: formatFelt(classHash),
    compiledClassHash: formatFelt(blake),
    compiledClassHashPoseidon: formatFelt(poseidon),
  };
}
