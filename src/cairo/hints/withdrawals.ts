import type { Felt } from '../../felt/felt.ts';
import { isPointer } from '../cells.ts';
import { ARITHMETIC_HINTS } from './arithmetic.ts';
import type { Hint } from './decode.ts';
import type { HintHost } from './hintHost.ts';
import { cellOfOperand, type Operand } from './operand.ts';

/** The size of the conditional jump that the hint belongs to. */
const JUMP_FELTS = 2;
/** Larger than any gas counter. */
const COUNTER_LIMIT = 1n << 53n;

/**
 * Marks a hint that withdraws gas, so that the machine records the remaining gas. Compiled classes do not mark these hints: a
 * withdrawal is a TestLessThanOrEqual of an amount and the gas counter. Slicing an array uses the same hint, but its failure branch,
 * after the jump, starts by adding 1. Any other comparison counts as a withdrawal too, which can only make the recorded gas too low.
 */
export function markWithdrawal(hint: Hint, bytecode: readonly Felt[], offset: number): Hint {
  if (hint.kind !== 'core' || hint.name !== 'TestLessThanOrEqual') return hint;
  if (bytecode[offset + JUMP_FELTS + 1] === 1n) return hint;
  const { ins, outs } = hint;
  const run = (host: HintHost): void => {
    ARITHMETIC_HINTS.TestLessThanOrEqual(host, ins, outs);
    recordGasLeft(host, ins[0]!, ins[1]!);
  };
  return { ...hint, name: 'WithdrawGas', run };
}

function recordGasLeft(host: HintHost, amount: Operand, counter: Operand): void {
  const withdrawn = cellOfOperand(host, amount);
  const before = cellOfOperand(host, counter);
  if (isPointer(withdrawn) || isPointer(before) || withdrawn > before || before >= COUNTER_LIMIT) return;
  host.scope.leastGas = Math.min(host.scope.leastGas, Number(before - withdrawn));
}
