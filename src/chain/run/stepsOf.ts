import type { BlockContext } from '../../execution/blockContext.ts';
import { ChainError, helpedData } from '../../protocol/chainError.ts';
import type { ChainView } from '../chainView.ts';
import type { BroadcastTransaction } from './broadcast.ts';
import { dryRunFlags } from './executionFlags.ts';
import type { SimulatedStep } from './simulateBatch.ts';
import { type SimulationOptions, TransactionFailure } from './simulation.ts';
import { prepare } from './submission.ts';

/** Prepares transactions to be tried out. Throws TransactionFailure for a class that cannot be compiled. */
export async function stepsOf(
  view: ChainView,
  transactions: readonly BroadcastTransaction[],
  options: SimulationOptions,
  { constants: { rules } }: BlockContext,
): Promise<readonly SimulatedStep[]> {
  const steps: SimulatedStep[] = [];
  for (const [index, transaction] of transactions.entries()) {
    const submission = await prepare(transaction, view, rules).catch((error: unknown) => {
      if (!(error instanceof ChainError && error.kind === 'compilationFailed')) throw error;
      throw new TransactionFailure(index, `${error.message}: ${helpedData(error)}`);
    });
    steps.push({ submission, flags: dryRunFlags(view.value, submission, options) });
    await view.rest();
  }
  return steps;
}
