import { finishInSlices } from '../../async/steps.ts';
import type { Node } from '../../chain/node.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { ChainEvent } from '../../chain/value/event.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { explain } from '../../tools/explain/explainChain.ts';
import { adviceOn } from './adviceOn.ts';
import type { Log } from './log.ts';

/** Logs why each reverted transaction failed, with its calls by name and lines of the source if they can be read. Returns a function that stops this. */
export function logFailures(node: Node, log: Log): () => void {
  // Already logged while they were pre-confirmed.
  const logged = new Set<Felt>();
  return node.follow((events) => {
    if (!log.enabled('warn')) return;
    for (const transaction of revertedIn(events)) {
      const { hash, finality } = transaction;
      if (logged.delete(hash)) continue;
      if (finality === 'PRE_CONFIRMED') logged.add(hash);
      logFailure(node, log, transaction);
    }
  });
}

function* revertedIn(events: readonly ChainEvent[]): Generator<PlacedTransaction> {
  for (const event of events) {
    if (event.kind !== 'preConfirmed' && event.kind !== 'block') continue;
    for (const transaction of event.transactions)
      if (transaction.receipt.execution.status === 'REVERTED') yield transaction;
  }
}

function logFailure({ chain }: Node, log: Log, transaction: PlacedTransaction): void {
  const hash = formatFelt(transaction.hash);
  // The code of explanations is loaded when something first fails, so that the server starts without it.
  const formatter = import('../../tools/explain/formatExplanation.ts');
  Promise.all([explain(chain, transaction), formatter])
    .then(async ([explanation, { explanationText }]) => {
      const options = { color: log.hasColours };
      const text = await finishInSlices(explanationText({ ...explanation, advice: undefined }, options));
      log.write('warn', 'transaction', () => `${hash}: ${text.trimEnd()}`, { hash });
      log.advise(adviceOn(explanation));
    })
    .catch((error: unknown) =>
      log.write('warn', 'transaction', `${hash} reverted, and explaining it failed: ${error}`, { hash }),
    );
}
