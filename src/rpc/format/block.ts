import type { Block, Finality, OpenBlock } from '../../chain/value/block.ts';
import type { GasPrice } from '../../execution/blockContext.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { type Hex, hex } from './hex.ts';

/** The price of a unit of gas in the two fee tokens. */
export interface ResourcePrice {
  readonly price_in_fri: Hex;
  readonly price_in_wei: Hex;
}

/** What the headers of all blocks have, and all that the open one has beside its number. */
export interface SharedHeader {
  readonly sequencer_address: Hex;
  readonly timestamp: number | bigint;
  readonly starknet_version: string;
  readonly l1_gas_price: ResourcePrice;
  readonly l2_gas_price: ResourcePrice;
  readonly l1_data_gas_price: ResourcePrice;
  readonly l1_da_mode: 'BLOB' | 'CALLDATA';
}

/** The header of a sealed block. */
export interface BlockHeader extends SharedHeader {
  readonly block_hash: Hex;
  readonly parent_hash: Hex;
  readonly block_number: number;
  readonly new_root: Hex;
  readonly state_diff_commitment: Hex;
  readonly state_diff_length: number;
  readonly transaction_commitment: Hex;
  readonly event_commitment: Hex;
  readonly transaction_count: number;
  readonly event_count: number;
  readonly receipt_commitment: Hex;
}

/** A sealed block, with its transactions as T. */
export interface SealedBlock<T> extends BlockHeader {
  readonly status: Finality;
  readonly transactions: readonly T[];
}

/** The open block. */
export interface PreConfirmedBlock<T> extends SharedHeader {
  readonly block_number: number;
  readonly transactions: readonly T[];
}

/** A block, with its transactions as T. Only a sealed one has a status, a hash and commitments. */
export type BlockWith<T> = SealedBlock<T> | PreConfirmedBlock<T>;

type OpenHead = Omit<PreConfirmedBlock<never>, 'transactions'>;
/** A block without its transactions. */
export type BlockHead = Omit<SealedBlock<never>, 'transactions'> | OpenHead;

export const formatPrice = ({ fri, wei }: GasPrice): ResourcePrice => ({
  price_in_fri: hex(fri),
  price_in_wei: hex(wei),
});

const shared = ({ sequencerAddress, timestamp, prices, protocol }: Block | OpenBlock): SharedHeader => ({
  sequencer_address: hex(sequencerAddress),
  timestamp: jsonInteger(timestamp),
  starknet_version: protocol.version,
  l1_gas_price: formatPrice(prices.l1Gas),
  l2_gas_price: formatPrice(prices.l2Gas),
  l1_data_gas_price: formatPrice(prices.l1DataGas),
  l1_da_mode: 'BLOB',
});

/** The header of a sealed block. */
export function formatHeader(block: Block): BlockHeader {
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

/** What the open block has beside its transactions. */
export const formatOpenHead = (block: OpenBlock): OpenHead => ({ block_number: block.number, ...shared(block) });

/** What a block has beside its transactions. The open block has no status, hash or commitments. */
export const formatBlockHead = (block: Block | OpenBlock, finality: Finality): BlockHead =>
  block.kind === 'open' ? formatOpenHead(block) : { status: finality, ...formatHeader(block) };
