import type { HintHost } from './hintHost.ts';
import type { CellRef, Operand } from './operand.ts';

/** How a core hint is written and what it does: inputs and outputs in the order of the compiler's fields. */
export interface CoreHintRules {
  readonly ins: readonly string[];
  readonly outs: readonly string[];
  run(host: HintHost, ins: readonly Operand[], outs: readonly CellRef[]): void;
}
