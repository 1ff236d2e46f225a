import type { CasmClass } from '../cairo/casm.ts';
import type { Felt } from '../felt/felt.ts';
import type { ClassSize, RunnableClass } from './runnableClass.ts';

/** A class with all that is known of it once it is compiled and hashed. */
export interface DeclaredClass {
  readonly classHash: Felt;
  /** The hash of the compiled class as declarations carry it now (BLAKE); zero for Cairo 0. */
  readonly compiledClassHash: Felt;
  /** The class as `getClass` shows it. */
  readonly definition: ClassDefinition;
  readonly size: ClassSize;
  readonly runnable: RunnableClass;
  /** The compiled form of a Sierra class, undefined for Cairo 0. */
  readonly casm: CasmClass | undefined;
}

/** A class as it was sent. */
export type ClassDefinition = SierraDefinition | Cairo0Definition;

/** An entry point of a Sierra class: which of the program's functions it is. */
export interface SierraEntryPoint {
  readonly selector: Felt;
  readonly functionIdx: number;
}

export interface SierraDefinition {
  readonly kind: 'sierra';
  readonly sierraProgram: readonly Felt[];
  readonly contractClassVersion: string;
  readonly entryPointsByType: Readonly<Record<'CONSTRUCTOR' | 'EXTERNAL' | 'L1_HANDLER', readonly SierraEntryPoint[]>>;
  /** The ABI in the form the class hash is taken of (Python's JSON spacing). */
  readonly abi: string;
  /** Debug information of the class file, kept when it tells places in the source. */
  readonly debugInfo?: unknown;
}

/** An entry point of a Cairo 0 class. */
export interface Cairo0EntryPoint {
  readonly selector: Felt;
  readonly offset: number;
}

export interface Cairo0Definition {
  readonly kind: 'cairo0';
  /** The program's JSON as it was read. */
  readonly program: Readonly<Record<string, unknown>>;
  readonly entryPointsByType: Readonly<Record<'CONSTRUCTOR' | 'EXTERNAL' | 'L1_HANDLER', readonly Cairo0EntryPoint[]>>;
  readonly abi: readonly unknown[] | undefined;
}
