import type { ChainView } from '../chain/node.ts';
import type { Block, Finality, OpenBlock } from '../chain/value/block.ts';

/** How final a block is. */
export function finalityOf(chain: ChainView, block: Block | OpenBlock): Finality {
  if (block.kind === 'open') return 'PRE_CONFIRMED';
  const accepted = chain.l1AcceptedNumber;
  return accepted !== undefined && block.number <= accepted ? 'ACCEPTED_ON_L1' : 'ACCEPTED_ON_L2';
}
