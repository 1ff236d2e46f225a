import type { Origin } from '../../../chain/origin.ts';
import { type ReplayHost, replayBlock } from '../replay.ts';
import { UnfitBlockError } from '../unfitBlock.ts';
import { type BlockResult, impossible, resultOf } from './blockResult.ts';

/** Blocks to replay, both ends included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

export interface RangeOptions {
  /** Results that are not computed again. */
  readonly known: ReadonlyMap<number, BlockResult>;
  /** How many blocks are replayed at a time: while one waits for the node, another runs. */
  readonly parallel: number;
  /** Is given each new result. */
  readonly onResult: (result: BlockResult) => Promise<void> | void;
}

/** Connects to the newest block of a node once for all blocks of a range. */
export function withOneHead(host: ReplayHost): ReplayHost {
  let head: Promise<Origin> | undefined;
  return {
    ...host,
    connect: (target, trail) =>
      target.blockNumber === undefined ? (head ??= host.connect(target, trail)) : host.connect(target, trail),
  };
}

/** Replays one block. A node that does not answer is an error; a block that cannot be replayed is a result. */
export async function replayOne(host: ReplayHost, block: number): Promise<BlockResult> {
  try {
    return resultOf(await replayBlock(host, block));
  } catch (error) {
    if (error instanceof UnfitBlockError) return impossible(block, error.message);
    throw error;
  }
}

/** Replays the blocks of a range that are not known yet. Returns all results, in order. */
export async function replayRange(
  host: ReplayHost,
  { from, to }: BlockRange,
  { known, parallel, onResult }: RangeOptions,
): Promise<readonly BlockResult[]> {
  const results = new Map<number, BlockResult>();
  let next = from;
  let hasFailed = false;
  const work = async () => {
    for (let block = next++; block <= to && !hasFailed; block = next++) {
      const before = known.get(block);
      try {
        const result = before ?? (await replayOne(host, block));
        results.set(block, result);
        if (!before) await onResult(result);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, to - from + 1) }, work));
  return [...results.values()].sort((a, b) => a.block - b.block);
}
