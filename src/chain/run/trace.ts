import type { ExecutionResult } from '../../execution/outcome.ts';
import type { TransactionTrace } from '../../execution/trace.ts';
import { formatFelt } from '../../felt/felt.ts';
import type { InitialReads } from '../../state/transactionState.ts';
import type { ChainView } from '../chainView.ts';
import type { Block, OpenBlock, PlacedTransaction } from '../value/block.ts';
import { MergedReads } from './mergedReads.ts';
import { executedAt, type Rerun, rerunOf } from './rerun.ts';
import { run } from './runner.ts';

/** The trace of a transaction of the chain. Traces are not stored: it runs again, unless it did lately. */
export async function trace(view: ChainView, placed: PlacedTransaction): Promise<TransactionTrace> {
  const { traces } = view.surroundings;
  const executed = executedAt(view.value, placed);
  const cached = traces.get(executed);
  if (cached) return cached;
  const { trace } = await runAgain(view, rerunOf(view, placed));
  traces.set(executed, trace);
  return trace;
}

/** What the traced transactions of a block first read of the state before it. */
export async function initialReadsOf(view: ChainView, block: Block | OpenBlock): Promise<InitialReads> {
  const reads = new MergedReads();
  const count = block.transactions.length;
  for (let index = 0; index < count; index++) {
    reads.add(await runAgain(view, rerunOf(view, { blockNumber: block.number, index })));
    await view.rest();
  }
  return reads.reads;
}

/** Runs an included transaction again on the state before it. */
async function runAgain(view: ChainView, { before, block, submission, flags }: Rerun): Promise<ExecutionResult> {
  const outcome = await run(view, before, (machine, state, { executeTransaction }) =>
    executeTransaction({ state, block, machine }, submission, flags),
  );
  if (outcome.kind === 'rejected')
    throw new Error(`Transaction ${formatFelt(submission.hash)} ran once and was then refused.`);
  return outcome.executed;
}
