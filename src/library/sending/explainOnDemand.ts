import type { ChainView } from '../../chain/chainView.ts';
import { explainOnDemand as prepare } from '../../tools/explain/explainChain.ts';
import { type Hex, readFelt } from '../values.ts';

/**
 * Prepares to explain a transaction as it is in a chain now, when somebody reads the message of its error: most tests only look at the
 * reason. Undefined if it has to be explained before that.
 */
export async function explainOnDemand(view: ChainView, hash: Hex): Promise<(() => string | undefined) | undefined> {
  const placed = view.transaction(readFelt(hash, 'the transaction hash'));
  const explain = placed && (await prepare(view, placed));
  if (!explain) return undefined;
  const { formatExplanation } = await import('../../tools/explain/formatExplanation.ts');
  return () => {
    try {
      return formatExplanation(explain());
    } catch {
      // The reason is known all the same.
      return undefined;
    }
  };
}
