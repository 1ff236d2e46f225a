import type { Steps } from '../../async/steps.ts';
import { failed } from '../../protocol/chainError.ts';
import type { Block } from './block.ts';
import type { BlockId } from './blockId.ts';
import type { ChainValue } from './chainValue.ts';
import { withoutHold } from './clock.ts';
import { BLOCKS_AT_ONCE, historyBefore } from './history.ts';
import { withoutAborted } from './messaging.ts';
import type { PastStates } from './pastStates.ts';
import { localNumber } from './resolveBlock.ts';
import { type Sealing, withNextBlock } from './seal.ts';

/** Removes a block and all after it, with pauses. Returns the chain without them, and them, newest first. */
export function* abortBlocks(
  value: ChainValue,
  from: BlockId,
  past: PastStates,
  sealing: Sealing,
): Steps<{ readonly value: ChainValue; readonly blocks: readonly Block[] }> {
  const { history } = value;
  const first = localNumber(value, from);
  if (first === history.firstNumber) throw failed("Genesis block can't be aborted");
  const blocks: Block[] = [];
  for (const { block } of history.records.from(first - history.firstNumber))
    if (blocks.push(block) % BLOCKS_AT_ONCE === 0) yield;
  blocks.reverse();
  const before = yield* historyBefore(history, first, past.after(history, first - 1));
  const clock = withoutHold(value.clock);
  const messaging = yield* withoutAborted(value.messaging, history, first);
  return { value: { ...withNextBlock(value, before, sealing), clock, messaging, pool: value.pool.emptied() }, blocks };
}
