import type { BlockId } from '../../chain/value/blockId.ts';
import { parseFelt } from '../../felt/felt.ts';
import { isObject, type Json } from '../../json/json.ts';
import { hex } from '../format/hex.ts';
import { invalidParams } from '../rpcError.ts';
import { decoder } from './decoder.ts';
import type { HexText } from './felt.ts';

const U64 = 2n ** 64n;

/** A block as clients name it. */
export type BlockIdInput = 'latest' | 'pre_confirmed' | 'l1_accepted' | NumberedBlock | HashedBlock;
export interface NumberedBlock {
  readonly block_number: number | bigint;
}
export interface HashedBlock {
  readonly block_hash: HexText;
}

/** The tags of clients, by the words of the chain. */
export const blockTags = { open: 'pre_confirmed', latest: 'latest', l1Accepted: 'l1_accepted' } as const;

const readBlockId = (value: Json): BlockId => {
  if (value === 'latest') return 'latest';
  if (value === 'pre_confirmed') return 'open';
  if (value === 'l1_accepted') return 'l1Accepted';
  if (isObject(value) && Object.keys(value).length === 1) {
    const number = value['block_number'];
    // No chain has 2^53 blocks, so a rounded number does not match a block either.
    if (typeof number === 'number' && Number.isInteger(number) && number >= 0) return { number };
    if (typeof number === 'bigint' && number >= 0n && number < U64) return { number: Number(number) };
    const hash = parseFelt(value['block_hash']);
    if (hash !== undefined) return { hash };
  }
  throw invalidParams(
    "Invalid block ID. Expected object with key (block_hash or block_number) or tag ('pre_confirmed' or 'latest' or 'l1_accepted').",
  );
};

const encodeBlockId = (id: BlockId): Json => {
  if (typeof id === 'string') return blockTags[id];
  return 'number' in id ? { block_number: id.number } : { block_hash: hex(id.hash) };
};

/** A block by tag, number or hash. */
export const blockId = decoder<BlockId, BlockIdInput>('block id', 'latest', readBlockId, encodeBlockId);

/** The block that a subscription starts from. Its tags are checked when the subscription is made. */
export const subscriptionBlockId = decoder<BlockId, 'latest' | NumberedBlock | HashedBlock>(
  'block id: `latest`, number or hash',
  'latest',
  (value) => {
    const id = readBlockId(value);
    if (id === 'open' || id === 'l1Accepted') throw invalidParams(`Subscription block cannot be '${blockTags[id]}'`);
    return id;
  },
  encodeBlockId,
);
