import type { CasmClass, CasmEntryPoint } from '../cairo/casm.ts';
import { programOfCasm } from '../cairo/program.ts';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { compiledClassHash } from '../sierra/hash/compiledClassHash.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { compactAbi } from './abi.ts';
import type { DeclaredClass } from './declaredClass.ts';
import type { ClassSize, RunnableClass, RunnableEntryPoint, SierraVersion } from './runnableClass.ts';

/** A Sierra class with its compiled form. Hashes that are given are not computed. */
export function sierraDeclaredClass(
  definition: SierraClass,
  casm: CasmClass,
  hashes: Pick<DeclaredClass, 'classHash' | 'compiledClassHash'> = {
    classHash: sierraClassHash(definition),
    compiledClassHash: compiledClassHash(casm),
  },
): DeclaredClass {
  return {
    ...hashes,
    definition,
    size: sierraSize(definition, casm.bytecode.length),
    runnable: sierraRunnable(definition.sierraProgram, casm),
    casm,
  };
}

/**
 * A class ready to run. Of its Sierra program only the version (the first three felts) is required; without the rest the class counts as one
 * that does not read its gas counter.
 */
export function sierraRunnable(sierraProgram: readonly Felt[], casm: CasmClass): RunnableClass {
  const { EXTERNAL, L1_HANDLER, CONSTRUCTOR } = casm.entryPointsByType;
  return {
    kind: 'sierra',
    program: programOfCasm(casm),
    entryPoints: {
      EXTERNAL: EXTERNAL.map(entryPoint),
      L1_HANDLER: L1_HANDLER.map(entryPoint),
      CONSTRUCTOR: CONSTRUCTOR.map(entryPoint),
    },
    sierraVersion: sierraVersion(sierraProgram),
    readsGas: readsGas(sierraProgram),
    ...(casm.bytecodeSegmentLengths === undefined ? {} : { segmentLengths: casm.bytecodeSegmentLengths }),
  };
}

/** The size of a class, given the number of felts of bytecode. */
export const sierraSize = ({ sierraProgram, abi }: SierraClass, bytecodeFelts: number): ClassSize => ({
  bytecodeFelts,
  sierraFelts: sierraProgram.length,
  abiBytes: new TextEncoder().encode(compactAbi(abi)).length,
});

const entryPoint = ({ selector, offset, builtins }: CasmEntryPoint): RunnableEntryPoint => ({
  selector: keyOf(selector),
  offset,
  builtins,
});

const sierraVersion = ([major = 0n, minor = 0n, patch = 0n]: readonly bigint[]): SierraVersion => [
  Number(major),
  Number(minor),
  Number(patch),
];

const GAS_READERS: ReadonlySet<bigint> = new Set(
  ['gas_reserve_create', 'get_available_gas', 'get_unspent_gas'].map(feltOfAscii),
);

/** Whether a program uses a libfunc that returns its gas counter. All names are in its dictionary, which follows two versions and two sizes. */
function readsGas(sierraProgram: readonly Felt[]): boolean {
  const start = 8;
  const size = Number(sierraProgram[start - 2] ?? 0n);
  return sierraProgram.slice(start, start + size).some((felt) => GAS_READERS.has(felt));
}
