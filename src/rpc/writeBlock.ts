import type { Block, OpenBlock } from '../chain/value/block.ts';
import { finalityOf } from '../chain/value/placed.ts';
import { writeJson } from '../json/writeJson.ts';
import { WrittenJson } from '../json/writtenJson.ts';
import type { Context } from './context.ts';
import { type BlockWith, formatBlockHead } from './format/block.ts';
import { writeLongList } from './writeLongList.ts';

/** A block with its transactions, each as `format` gives it. The items are as many as the block has transactions. */
export async function writeBlock<T, U>(
  context: Context,
  method: string,
  block: Block | OpenBlock,
  items: () => Iterable<T>,
  format: (item: T) => U,
): Promise<WrittenJson<BlockWith<U>>> {
  const { chain, spec } = context;
  const transactions = await writeLongList(context, {
    count: block.transactions.length,
    items,
    format: spec ? (item) => spec.item(method, 'transactions', format(item)) : format,
  });
  const head = formatBlockHead(block, finalityOf(chain.value, block));
  const start = writeJson(spec ? spec.result(method, head) : head).slice(0, -1);
  return new WrittenJson([`${start},"transactions":[`, ...transactions, ']}'], { isInSpec: true });
}
