import type { CasmClass, EntryPointType } from '../cairo/casm.ts';
import type { Felt } from '../felt/felt.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import type { ClassSize, RunnableClass } from './runnableClass.ts';

/** A class after it was compiled and hashed. */
export interface DeclaredClass {
  readonly classHash: Felt;
  /** The compiled class hash of declarations (BLAKE); zero for Cairo 0. */
  readonly compiledClassHash: Felt;
  /** The class as `getClass` shows it. */
  readonly definition: ClassDefinition;
  readonly size: ClassSize;
  readonly runnable: RunnableClass;
  /** The compiled form of a Sierra class; undefined for Cairo 0. */
  readonly casm: CasmClass | undefined;
}

/** A class as it was sent. */
export type ClassDefinition = SierraClass | Cairo0Class;

/** An entry point of a Cairo 0 class. */
export interface Cairo0EntryPoint {
  readonly selector: Felt;
  readonly offset: number;
}

/** A Cairo 0 class. */
export interface Cairo0Class {
  readonly kind: 'cairo0';
  /** The program's JSON as it was read. */
  readonly program: Readonly<Record<string, unknown>>;
  readonly entryPointsByType: Readonly<Record<EntryPointType, readonly Cairo0EntryPoint[]>>;
  /** Null is hashed otherwise than a missing one. */
  readonly abi: readonly unknown[] | null | undefined;
}

/** An estimate: the largest classes, of twice 80,000 felts, take some 10 MB. */
const BYTES_PER_FELT = 64;

/** About how much memory a class takes. */
export const classBytes = ({ size: { sierraFelts, bytecodeFelts, abiBytes } }: DeclaredClass): number =>
  BYTES_PER_FELT * (sierraFelts + bytecodeFelts) + 2 * abiBytes + 1;
