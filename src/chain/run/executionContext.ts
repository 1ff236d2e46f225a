import type { BlockContext } from '../../execution/blockContext.ts';
import type { Cheats } from '../../execution/cheatRun.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import type { BlockBase } from '../value/block.ts';
import { SEQUENCER_ADDRESS } from '../value/seal.ts';
import { ETH, STRK } from '../value/token.ts';

// Every transaction keeps its context, so the keys in it are made once.
const sequencerAddress = keyOf(SEQUENCER_ADDRESS);
const feeTokens = { eth: keyOf(ETH.address), strk: keyOf(STRK.address) };

/** What a transaction in a block with this header sees of block and chain. */
export function executionContext(
  header: Pick<BlockBase, 'number' | 'timestamp' | 'prices' | 'protocol'>,
  chainId: Felt,
  cheats?: Cheats,
): BlockContext {
  return {
    number: header.number,
    timestamp: header.timestamp,
    prices: header.prices,
    sequencerAddress,
    blobDa: true,
    chainId: keyOf(chainId),
    feeTokens,
    constants: header.protocol,
    cheats,
  };
}
