import type { ChainView } from '../../chain/chainView.ts';
import { groundItems } from '../../chain/genesis/genesis.ts';
import { MemoryShortage } from '../../chain/run/memoryErrors.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { nameOf, type StateItem } from '../../state/need.ts';
import type { StateBase } from '../../state/stateBase.ts';
import { explainRerun } from '../explain/explainChain.ts';

/**
 * What a fork needs of its origin to start, and to run a transaction again and explain it. The origin is asked for what is not here; what it
 * does not answer is left out.
 */
export async function readsOf(view: ChainView, place: TransactionPlace): Promise<readonly StateItem[]> {
  const reads = new NotedReads();
  for (const item of groundItems()) reads.note(item);
  const { before, ...rerun } = rerunOf(view, place);
  const run = explainRerun(view, { ...rerun, before: before.withBase(reads.over(before.base)) });
  // Whoever has the file is told what is missing. What others' use of the memory cut short is whole if it is asked for again.
  await run.catch((error: unknown) => {
    if (!(error instanceof ChainError) || (error instanceof MemoryShortage && error.isTemporary)) throw error;
  });
  return reads.items;
}

/** What is read of a base, each value once. */
class NotedReads {
  readonly #items = new Map<string, StateItem>();

  get items(): readonly StateItem[] {
    return [...this.#items.values()];
  }

  note(item: StateItem): void {
    this.#items.set(nameOf(item), item);
  }

  over(base: StateBase): StateBase {
    return {
      classHashAt: (address) => {
        this.note({ kind: 'classHash', address });
        return base.classHashAt(address);
      },
      nonceAt: (address) => {
        this.note({ kind: 'nonce', address });
        return base.nonceAt(address);
      },
      storageAt: (address, key) => {
        this.note({ kind: 'storage', address, key });
        return base.storageAt(address, key);
      },
      classAt: (classHash) => {
        this.note({ kind: 'class', classHash });
        return base.classAt(classHash);
      },
      fetch: (items, isAhead) => base.fetch(items, isAhead),
    };
  }
}
