import type { ChainView } from '../../chain/chainView.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { ChainError } from '../../protocol/chainError.ts';

/** The number of a block on either side of a fork. Throws blockNotFound. */
export async function numberOnEitherSide(chain: ChainView, id: BlockId): Promise<number> {
  try {
    return chain.resolveBlock(id).number;
  } catch (error) {
    const isUnknown = error instanceof ChainError && error.kind === 'blockNotFound';
    const number = isUnknown ? await originNumber(chain, id) : undefined;
    if (number === undefined) throw error;
    return number;
  }
}

async function originNumber({ origin, value }: ChainView, id: BlockId): Promise<number | undefined> {
  if (!origin || id === 'latest' || id === 'open') return undefined;
  if (id === 'l1Accepted') return value.originAcceptedNumber ?? (await origin.findBlock(id))?.number;
  if ('hash' in id) return origin.blockNumberOf(id.hash);
  return id.number <= origin.block.number ? id.number : undefined;
}
