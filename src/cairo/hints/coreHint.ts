import type { HintHost } from './hintHost.ts';
import type { CellRef, Operand } from './operand.ts';

/** The implementation of a core hint, with its inputs and outputs in the order of its fields (hintFields.ts). */
export type CoreHint = (host: HintHost, ins: readonly Operand[], outs: readonly CellRef[]) => void;
