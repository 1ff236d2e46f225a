import type { Felt } from '../../felt/felt.ts';
import { isPointer } from '../cells.ts';
import { ARITHMETIC_HINTS } from './arithmetic.ts';
import type { Hint } from './decode.ts';
import type { HintHost } from './hintHost.ts';
import { cellOfOperand, type Operand } from './operand.ts';

/** The conditional jump that has the hint takes two felts. */
const JUMP_FELTS = 2;
/** Above every gas counter. */
const COUNTER_LIMIT = 1n << 53n;

/**
 * Marks a hint that withdraws gas, so that the machine notes how much it leaves. Compiled classes do not say which hints do: a
 * withdrawal is a TestLessThanOrEqual of an amount and the gas counter. Slicing an array uses the same hint, but its failing branch,
 * behind the jump, begins by adding 1. Any other comparison counts as a withdrawal too, which only makes the least gas look lower.
 */
export function markWithdrawal(hint: Hint, bytecode: readonly Felt[], offset: number): Hint {
  if (hint.kind !== 'core' || hint.name !== 'TestLessThanOrEqual') return hint;
  if (bytecode[offset + JUMP_FELTS + 1] === 1n) return hint;
  const { ins, outs } = hint;
  const run = (host: HintHost): void => {
    ARITHMETIC_HINTS.TestLessThanOrEqual(host, ins, outs);
    noteLeft(host, ins[0]!, ins[1]!);
  };
  return { ...hint, name: 'WithdrawGas', run };
}

function noteLeft(host: HintHost, amount: Operand, counter: Operand): void {
  const withdrawn = cellOfOperand(host, amount);
  const before = cellOfOperand(host, counter);
  if (isPointer(withdrawn) || isPointer(before) || withdrawn > before || before >= COUNTER_LIMIT) return;
  host.scope.leastGas = Math.min(host.scope.leastGas, Number(before - withdrawn));
}
