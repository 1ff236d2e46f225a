import type { BlockId } from '../../chain/value/blockId.ts';
import { parseFelt } from '../../felt/felt.ts';
import { isObject } from '../../json/json.ts';
import { invalidParams } from '../rpcError.ts';
import type { Decoder } from './decoder.ts';

const U64 = 2n ** 64n;

/** A block by tag, number or hash. */
export const blockId: Decoder<BlockId> = (value) => {
  if (value === 'latest' || value === 'pre_confirmed' || value === 'l1_accepted') return value;
  if (isObject(value) && Object.keys(value).length === 1) {
    const number = value['block_number'];
    // No chain reaches 2^53 blocks, so a rounded number still names no block.
    if (typeof number === 'number' && Number.isInteger(number) && number >= 0) return { number };
    if (typeof number === 'bigint' && number >= 0n && number < U64) return { number: Number(number) };
    const hash = parseFelt(value['block_hash']);
    if (hash !== undefined) return { hash };
  }
  throw invalidParams(
    "Invalid block ID. Expected object with key (block_hash or block_number) or tag ('pre_confirmed' or 'latest' or 'l1_accepted').",
  );
};

/** The block a subscription starts from: its tags are checked when it is made. */
export const subscriptionBlockId: Decoder<BlockId> = (value) => {
  const id = blockId(value);
  if (id === 'pre_confirmed' || id === 'l1_accepted') throw invalidParams(`Subscription block cannot be '${id}'`);
  return id;
};
