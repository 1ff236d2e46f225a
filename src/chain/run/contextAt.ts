import type { BlockContext } from '../../execution/blockContext.ts';
import type { ChainView } from '../chainView.ts';
import type { BlockId } from '../value/blockId.ts';
import { executionContext } from './executionContext.ts';

/** The block context of calls, estimates and simulations at a block. Throws blockNotFound. */
export function contextAt(view: ChainView, id: BlockId): BlockContext {
  const block = view.resolveBlock(id);
  // At the newest block they see the number of the next one, as in starknet-devnet, because they show what a transaction would do.
  const number = block === view.latest ? view.openNumber : block.number;
  const { timestamp, prices, protocol } = block;
  return executionContext({ number, timestamp, prices, protocol }, view.chainId, view.value.cheats.inForce);
}
