import type { Block, Finality, OpenBlock } from '../../chain/value/block.ts';
import type { GasPrice } from '../../execution/blockContext.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { STARKNET_VERSION } from '../../protocol/version.ts';
import { hex } from './hex.ts';

const price = ({ fri, wei }: GasPrice) => ({ price_in_fri: hex(fri), price_in_wei: hex(wei) });

const shared = ({ sequencerAddress, timestamp, prices }: Block | OpenBlock) => ({
  sequencer_address: hex(sequencerAddress),
  timestamp: jsonInteger(timestamp),
  starknet_version: STARKNET_VERSION,
  l1_gas_price: price(prices.l1Gas),
  l2_gas_price: price(prices.l2Gas),
  l1_data_gas_price: price(prices.l1DataGas),
  l1_da_mode: 'BLOB',
});

/** The header of a sealed block. */
export function formatHeader(block: Block): object {
  return {
    block_hash: hex(block.hash),
    parent_hash: hex(block.parentHash),
    block_number: block.number,
    new_root: hex(block.newRoot),
    ...shared(block),
    state_diff_commitment: hex(block.stateDiffCommitment),
    state_diff_length: block.stateDiffLength,
    transaction_commitment: hex(block.transactionCommitment),
    event_commitment: hex(block.eventCommitment),
    transaction_count: block.transactions.length,
    event_count: block.eventCount,
    receipt_commitment: hex(block.receiptCommitment),
  };
}

/** A block with its transactions, in whatever form they were asked for. The open block has no status, hash or commitments. */
export function formatBlock(block: Block | OpenBlock, finality: Finality, transactions: readonly unknown[]): object {
  return block.kind === 'open'
    ? { block_number: block.number, ...shared(block), transactions }
    : { status: finality, ...formatHeader(block), transactions };
}
