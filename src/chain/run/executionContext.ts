import type { BlockContext, GasPrices } from '../../execution/blockContext.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { PROTOCOL_0_14_4 } from '../../protocol/v0_14_4.ts';
import { SEQUENCER_ADDRESS } from '../value/seal.ts';
import { ETH, STRK } from '../value/token.ts';

// Every transaction keeps its context, so the keys in it are made once.
const sequencerAddress = keyOf(SEQUENCER_ADDRESS);
const feeTokens = { eth: keyOf(ETH.address), strk: keyOf(STRK.address) };

/** What a transaction in a block with this header sees of block and chain. */
export function executionContext(
  header: { readonly number: number; readonly timestamp: bigint; readonly prices: GasPrices },
  chainId: Felt,
): BlockContext {
  return {
    number: header.number,
    timestamp: header.timestamp,
    prices: header.prices,
    sequencerAddress,
    blobDa: true,
    chainId: keyOf(chainId),
    feeTokens,
    constants: PROTOCOL_0_14_4,
  };
}
