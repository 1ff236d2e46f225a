import type { Node } from '../chain/node.ts';
import type { GasPrices } from '../execution/blockContext.ts';
import type { AskNode } from './askNode.ts';
import type { Relayer } from './relayer.ts';
import type { PaymasterSettings } from './settings.ts';

/** What a request to a paymaster is answered with: the node and the open block, the settings, and the client. */
export interface PaymasterWork {
  readonly node: Node;
  readonly ask: AskNode;
  readonly relayer: Relayer;
  readonly settings: PaymasterSettings;
  readonly block: OpenBlock;
  /** The key of the client, if its request has one. */
  readonly apiKey: string | undefined;
  /** What sponsored transactions have cost, in FRI. */
  readonly spent: bigint;
  /** How many transactions were built before, so that no two have one nonce. */
  readonly built: number;
}

export interface OpenBlock {
  readonly number: number;
  /** Seconds since 1970, by the clock of the chain. */
  readonly time: bigint;
  readonly prices: GasPrices;
}

interface WirePrice {
  readonly price_in_fri: string;
  readonly price_in_wei: string;
}

/** The block that the next transaction is in. */
export async function openBlock(ask: AskNode): Promise<OpenBlock> {
  const block = await ask('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
  const price = ({ price_in_fri, price_in_wei }: WirePrice) => ({
    fri: BigInt(price_in_fri),
    wei: BigInt(price_in_wei),
  });
  return {
    number: block.block_number,
    time: BigInt(block.timestamp),
    prices: {
      l1Gas: price(block.l1_gas_price),
      l1DataGas: price(block.l1_data_gas_price),
      l2Gas: price(block.l2_gas_price),
    },
  };
}
