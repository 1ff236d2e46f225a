import { doNow } from '../../async/eitherWay.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { EMPTY_BASE } from '../../state/stateBase.ts';
import { explainSteps, loadAtOnce } from '../../tools/explain/explainChain.ts';
import { type Hex, readFelt } from '../values.ts';

/**
 * Prepares to explain a transaction as it is in a chain now, when somebody reads the message of its error: most tests only look at the
 * reason. Undefined if it has to be explained before that.
 */
export async function explainOnDemand(view: ChainView, hash: Hex): Promise<(() => string | undefined) | undefined> {
  const placed = view.transaction(readFelt(hash, 'the transaction hash'));
  if (!placed || !(await loadAtOnce(view))) return undefined;
  const { formatExplanation } = await import('../../tools/explain/formatExplanation.ts');
  return () => {
    try {
      return formatExplanation(doNow(explainSteps(view, placed)));
    } catch {
      // The reason is known all the same.
      return view.value.open.state.base === EMPTY_BASE ? undefined : fetching(hash);
    }
  };
}

/** A message is read without waiting for an origin. */
const fetching = (hash: Hex): string =>
  `Its calls are not shown, because this fork would have to fetch values that it no longer has in memory: await box.explain('${hash}') does that.`;
