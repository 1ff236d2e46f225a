import { areBoundsUsable, unusableBoundsText } from '../../execution/bounds.ts';
import { RESOURCES, simulationFailure } from '../../execution/rejectionError.ts';
import type { ChainView } from '../chainView.ts';
import type { BlockId } from '../value/blockId.ts';
import type { BroadcastTransaction } from './broadcast.ts';
import { contextAt } from './contextAt.ts';
import { eachTrial, failureOf } from './eachTrial.ts';
import { MergedReads } from './mergedReads.ts';
import { feeEstimate, type Simulation, type SimulationOptions, TransactionFailure } from './simulation.ts';

/** What transactions would do. Throws TransactionFailure for the first that could not be included. */
export async function simulate(
  view: ChainView,
  transactions: readonly BroadcastTransaction[],
  options: SimulationOptions,
  id: BlockId,
): Promise<Simulation> {
  if (!options.skipFeeCharge)
    for (const [index, { resourceBounds }] of transactions.entries())
      if (!areBoundsUsable(resourceBounds))
        throw new TransactionFailure(index, RESOURCES, unusableBoundsText(resourceBounds));
  const block = contextAt(view, id);
  const simulated: Simulation['transactions'][number][] = [];
  const reads = new MergedReads();
  const rejected = await eachTrial(view, transactions, options, id, block, ({ executed, gas }) => {
    const { trace, receipt } = executed;
    reads.add(executed);
    simulated.push({ trace, estimate: feeEstimate(gas, block, receipt.actualFee.unit) });
  });
  if (rejected) throw await failureOf(simulated.length, rejected, simulationFailure);
  return { transactions: simulated, initialReads: reads.reads };
}
