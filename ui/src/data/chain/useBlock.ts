import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Query, useQuery } from '../node/hooks.ts';
import { isHex } from '../text/hex.ts';

/** The header of a block, sealed or open. */
export type Block = RpcResult<'sandbox_getBlocks'>['blocks'][number];

/** What names a block in a path. */
export type BlockId = 'latest' | 'pre_confirmed' | { readonly block_number: number } | { readonly block_hash: string };

/** Whether a text is a block number that JavaScript can hold. */
export const isBlockNumber = (text: string): boolean => /^\d{1,15}$/.test(text);

/** Reads the name of a block; undefined if it is none. */
export function readBlockId(text: string): BlockId | undefined {
  if (text === 'latest' || text === 'pre_confirmed') return text;
  if (isBlockNumber(text)) return { block_number: Number(text) };
  return isHex(text) ? { block_hash: text } : undefined;
}

/** The shortest list of blocks that has a block; undefined for a hash, whose place is not known. */
function pageOf(id: BlockId | undefined) {
  if (id === 'pre_confirmed') return { limit: 1 };
  if (id === 'latest') return { limit: 2 };
  return id !== undefined && 'block_number' in id ? { limit: 1, before: id.block_number + 1 } : undefined;
}

const isWanted = (block: Block, id: BlockId): boolean => {
  if (typeof id === 'string') return (id === 'latest') === 'block_hash' in block;
  return 'block_number' in id && id.block_number === block.block_number;
};

/**
 * The header of a block. A block may have very many transactions, so the header comes from the list of blocks. Blocks that are not in it,
 * such as those of the origin of a fork, are read with their transactions.
 */
export function useBlock(id: BlockId | undefined): Query<Block> {
  const page = useQuery('sandbox_getBlocks', pageOf(id));
  const listed = id === undefined ? undefined : page.data?.blocks.find((block) => isWanted(block, id));
  const isElsewhere = id !== undefined && !listed && (pageOf(id) === undefined || page.data !== undefined);
  const whole = useQuery('chain_getBlockWithTxHashes', isElsewhere ? { block_id: id } : undefined);
  if (listed) return { ...page, data: listed };
  if (!isElsewhere) return { data: undefined, error: page.error, isLoading: page.isLoading };
  if (!whole.data) return { data: undefined, error: whole.error, isLoading: whole.isLoading };
  const { transactions, ...header } = whole.data;
  const data =
    'block_hash' in header
      ? header
      : { ...header, status: 'PRE_CONFIRMED' as const, transaction_count: transactions.length };
  return { data, error: undefined, isLoading: false };
}
