import type { ChainView } from '../../chain/chainView.ts';
import { groundItems } from '../../chain/genesis/genesis.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { ChainError } from '../../protocol/chainError.ts';
import type { StateItem } from '../../state/need.ts';
import type { StateBase } from '../../state/stateBase.ts';
import { explainRerun } from '../explain/explainChain.ts';

/**
 * What a fork needs of its origin to start, and to run a transaction again and explain it. The origin is asked for what is not here; what it
 * does not answer is left out.
 */
export async function readsOf(view: ChainView, place: TransactionPlace): Promise<readonly StateItem[]> {
  const items: StateItem[] = [...groundItems()];
  const { before, ...rerun } = rerunOf(view, place);
  const run = explainRerun(view, { ...rerun, before: before.withBase(noting(before.base, items)) });
  // Whoever has the file is told what is missing.
  await run.catch((error: unknown) => {
    if (!(error instanceof ChainError)) throw error;
  });
  return items;
}

/** A base that notes what is read of it. */
function noting(base: StateBase, items: StateItem[]): StateBase {
  return {
    classHashAt: (address) => {
      items.push({ kind: 'classHash', address });
      return base.classHashAt(address);
    },
    nonceAt: (address) => {
      items.push({ kind: 'nonce', address });
      return base.nonceAt(address);
    },
    storageAt: (address, key) => {
      items.push({ kind: 'storage', address, key });
      return base.storageAt(address, key);
    },
    classAt: (classHash) => {
      items.push({ kind: 'class', classHash });
      return base.classAt(classHash);
    },
    fetch: (items, isAhead) => base.fetch(items, isAhead),
  };
}
