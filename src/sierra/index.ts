import type { CasmClass } from '../cairo/casm.ts';
import { type CasmClassJson, formatCasm } from '../cairo/casmJson.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { type LibfuncList, libfuncList } from './class/libfuncList.ts';
import { readSierraClass, type SierraClass, type SierraLimits } from './class/sierraClass.ts';
import { contractSteps } from './compileContract.ts';
import { compiledClassHash, compiledClassHashPoseidon } from './hash/compiledClassHash.ts';
import { abiText, sierraClassHash } from './hash/sierraClassHash.ts';

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
  const steps = compileClass(sierraClassJson, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const SLICE_MS = 20;

/** Compiles like `compileSierra`, and lets others have a turn every 20 ms. */
export async function compileSierraAsync(
  sierraClassJson: unknown,
  options: CompileOptions = {},
): Promise<CompiledSierra> {
  const steps = compileClass(sierraClassJson, options);
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  }
}

function* compileClass(json: unknown, options: CompileOptions): Generator<void, CompiledSierra, void> {
  const given: SierraClass = readSierraClass(json, options);
  const { libfuncs, maxCasmFelts } = options;
  const list = typeof libfuncs === 'string' ? { list: libfuncList(libfuncs), name: libfuncs } : libfuncs;
  const casm: CasmClass = yield* contractSteps(given, {
    ...(list ? { libfuncs: list } : {}),
    ...(maxCasmFelts === undefined ? {} : { maxCasmFelts }),
  });
  yield;
  const classHash = formatFelt(
    sierraClassHash({
      // Decoding has seen every one of them.
      sierraProgram: given.sierraProgram.map((text) => BigInt(text) as Felt),
      entryPointsByType: given.entryPointsByType,
      abi: abiText(given.abi),
    }),
  );
  yield;
  const blake = formatFelt(compiledClassHash(casm));
  yield;
  const poseidon = formatFelt(compiledClassHashPoseidon(casm));
  yield;
  return { casm: formatCasm(casm), classHash, compiledClassHash: blake, compiledClassHashPoseidon: poseidon };
}
