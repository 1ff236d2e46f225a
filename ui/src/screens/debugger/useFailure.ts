import { useEffect, useState } from 'preact/hooks';
import { failedMoment } from '../../data/explanations/failurePlace.ts';
import { useNode } from '../../data/node/hooks.ts';
import type { Timeline } from './useDebugger.ts';

interface Failure {
  /** The step of the line that failed. */
  readonly moment: number;
  readonly reason: string;
}

/** Where and why a transaction of the chain failed; undefined if it did not, or while that is not known. */
export function useFailure(hash: string | undefined, timeline: Timeline | undefined): Failure | undefined {
  const node = useNode();
  const [found, setFound] = useState<Failure & { readonly of: string }>();
  const hasFailed = timeline?.calls.some(({ has_failed }) => has_failed) === true;
  useEffect(() => {
    if (hash === undefined || !hasFailed) return;
    let isCurrent = true;
    const find = async () => {
      const { reason } = await node.cached('sandbox_explainTransaction', { transaction_hash: hash }, 'fixed');
      if (reason === null) return;
      const moment = await failedMoment(node, hash);
      if (isCurrent) setFound({ of: hash, moment, reason });
    };
    // The debugger works without it.
    find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [node, hash, hasFailed]);
  return found?.of === hash ? found : undefined;
}
