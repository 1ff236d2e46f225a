import type { Felt } from '../../felt/felt.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CellMemory } from '../cells.ts';
import type { Pointer } from '../pointer.ts';
import type { HintScope } from './hintScope.ts';

/** The machine, as hints use it. Addresses are those of the top run. */
export interface HintHost extends CellMemory {
  readonly ap: Pointer;
  readonly fp: Pointer;
  readonly scope: HintScope;
  addTemporarySegment(): Pointer;
  addRelocationRule(from: Pointer, to: Pointer): void;
  /** The segment of a builtin; undefined if the run does not have it. */
  builtinSegment(name: BuiltinName): number | undefined;
  addSignature(address: Pointer, r: Felt, s: Felt): void;
  /** Notes that the current instruction allocates a segment or makes a system call. */
  noteAllocation(): void;
  /** Prints felts for a contract. */
  print(felts: readonly Felt[]): void;
}
