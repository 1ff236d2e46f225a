import { EthError } from './ethError.ts';
import type { BlockTag } from './ethParams.ts';
import { type L1Block, type L1Head, newestBlock } from './l1Head.ts';

/** The block of a tag, a number or a hash; undefined if there is none. */
export function findBlock(head: L1Head, tag: BlockTag): L1Block | undefined {
  if (typeof tag === 'bigint') return tag < BigInt(head.blocks.length) ? head.blocks.at(Number(tag)) : undefined;
  if (tag === 'earliest') return head.blocks.at(0);
  if (!tag.startsWith('0x')) return newestBlock(head);
  const number = head.blockByHash.get(tag);
  return number === undefined ? undefined : head.blocks.at(number);
}

/** The same, where there has to be one. */
export function blockAt(head: L1Head, tag: BlockTag): L1Block {
  const block = findBlock(head, tag);
  if (block) return block;
  const shown = typeof tag === 'bigint' ? tag : tag.slice(0, 80);
  throw new EthError('notFound', `There is no block ${shown}. The newest is ${newestBlock(head).header.number}.`);
}
