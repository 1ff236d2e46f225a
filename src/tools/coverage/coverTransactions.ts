import type { ChainView } from '../../chain/chainView.ts';
import { noMemoryLeft } from '../../chain/run/memoryErrors.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import { ifKnown } from '../../state/retryRead.ts';
import { placesOf } from '../gas/reportGas.ts';
import { CoverageCollector } from './coverageCollector.ts';
import { type ReportedCoverage, reportOf } from './reportCoverage.ts';

/** What ran of the user's code in transactions of the chain, which run again: those at the given places, or all. */
export async function coverTransactions(
  view: ChainView,
  places: Iterable<TransactionPlace> = placesOf(view.value),
): Promise<ReportedCoverage> {
  const memory = view.runOptions.signal?.memory;
  const collector = new CoverageCollector(undefined, (bytes) => memory?.keep(bytes) ?? true);
  const counter = collector.counterFor(undefined);
  const { executor } = view.surroundings;
  for (const place of places) {
    const { before, block, submission, flags } = rerunOf(view, place);
    await executor.run(before, (machine, state) => executeTransaction({ state, block, machine }, submission, flags), {
      ...view.runOptions,
      counter,
      countsApart: true,
    });
    if (collector.lacksMemory) throw noMemoryLeft();
    collector.define((classHash) => ifKnown(() => before.declaredClassAt(classHash)?.definition));
    await view.rest();
  }
  return reportOf(view, collector);
}
