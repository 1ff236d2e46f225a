import type { Felt } from '../../felt/felt.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CellMemory } from '../cells.ts';
import type { Pointer } from '../pointer.ts';
import type { HintScope } from './hintScope.ts';

/** What a hint may do with the machine that runs it; addresses are those of the top run. */
export interface HintHost extends CellMemory {
  readonly ap: Pointer;
  readonly fp: Pointer;
  readonly scope: HintScope;
  addTemporarySegment(): Pointer;
  addRelocationRule(from: Pointer, to: Pointer): void;
  /** The segment of a builtin, undefined when the run does not have it. */
  builtinSegment(name: BuiltinName): number | undefined;
  addSignature(address: Pointer, r: Felt, s: Felt): void;
  /** Felts a contract wants to show. */
  print(felts: readonly Felt[]): void;
}
