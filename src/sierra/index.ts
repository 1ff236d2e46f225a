import type { CasmClass } from '../cairo/casm.ts';
import { type CasmClassJson, formatCasm } from '../cairo/casmJson.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { type LibfuncList, libfuncList } from './class/libfuncList.ts';
import { readSierraClass, type SierraClass, type SierraLimits } from './class/sierraClass.ts';
import { type ContractOptions, contractSteps } from './compileContract.ts';
import {
  compiledClassHash,
  compiledClassHashPoseidon,
  compiledClassHashPoseidonSteps,
  compiledClassHashSteps,
} from './hash/compiledClassHash.ts';
import { abiText, type SierraClassParts, sierraClassHash, sierraClassHashSteps } from './hash/sierraClassHash.ts';
import { finish, finishInSlices, type Steps } from './steps.ts';

export type { CasmClassJson } from '../cairo/casmJson.ts';
export { SierraError, type SierraStage } from './sierraError.ts';

export interface CompileOptions extends SierraLimits {
  /** Which libfuncs a class may declare: a built-in list by name, or one of your own. All of them by default. */
  readonly libfuncs?: 'audited' | 'all' | 'experimental' | { readonly list: LibfuncList; readonly name: string };
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

function contractOptions({ libfuncs, maxCasmFelts }: CompileOptions): ContractOptions {
  const list = typeof libfuncs === 'string' ? { list: libfuncList(libfuncs), name: libfuncs } : libfuncs;
  return { ...(list ? { libfuncs: list } : {}), ...(maxCasmFelts === undefined ? {} : { maxCasmFelts }) };
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
