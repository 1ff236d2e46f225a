import { finalityOf } from '../../../chain/value/placed.ts';
import { optional, struct, u64 } from '../../decode/decoder.ts';
import { pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import { type BlockSummary, summarizeBlock } from '../../format/summary.ts';
import { method } from '../../method.ts';

const params = optionalParams(struct('BlockList', { before: optional(u64), limit: optional(pageSize) }));

/** A page of a list of blocks. */
export interface BlockPage {
  readonly blocks: readonly BlockSummary[];
  /** The parameter `before` of the next page; null after the last one. */
  readonly next: number | null;
}

/** Lists blocks without their transactions, which may be many. */
export const getBlocks = method({
  name: 'getBlocks',
  group: 'sandbox',
  summary:
    'A page of the blocks made here, newest first, the open one included: those with a number below `before`, or the newest.',
  kind: 'read',
  params,
  run: async ({ chain }, { before, limit = usualPage }): Promise<BlockPage> => {
    const newest = chain.openNumber;
    const first = before === undefined || before > BigInt(newest) ? newest : Number(before) - 1;
    const end = Math.max(chain.firstNumber - 1, first - limit);
    const blocks: BlockSummary[] = [];
    for (let number = first; number > end; number--) {
      const block = number === newest ? chain.open : chain.blockByNumber(number)!;
      blocks.push(summarizeBlock(block, finalityOf(chain.value, block)));
      await chain.rest();
    }
    return { blocks, next: end >= chain.firstNumber && blocks.length > 0 ? end + 1 : null };
  },
});
