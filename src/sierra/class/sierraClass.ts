import type { EntryPointType } from '../../cairo/casm.ts';
import type { Felt } from '../../felt/felt.ts';

/** An entry point of a Sierra class: a selector, and the function of the program that it calls. */
export interface SierraEntryPoint {
  readonly selector: Felt;
  readonly functionIdx: number;
}

export type SierraEntryPoints = Readonly<Record<EntryPointType, readonly SierraEntryPoint[]>>;

/** A Sierra class. */
export interface SierraClass {
  readonly kind: 'sierra';
  readonly sierraProgram: readonly Felt[];
  readonly contractClassVersion: string;
  readonly entryPointsByType: SierraEntryPoints;
  /** The text of the ABI that the class hash covers. */
  readonly abi: string;
  /** Debug information of the class file, kept if it names places in the source. */
  readonly debugInfo?: unknown;
}
