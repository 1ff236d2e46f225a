import type { Steps } from '../../async/steps.ts';
import type { BlockId } from './blockId.ts';
import type { ChainValue } from './chainValue.ts';
import { withoutHold } from './clock.ts';
import { historyBefore, nextNumber } from './history.ts';
import type { PastStates } from './pastStates.ts';
import { localNumber } from './resolveBlock.ts';
import { type Sealing, withNextBlock } from './seal.ts';

/** The chain as it was when a block was sealed, without later blocks and without what the open block contains. Made with pauses. */
export function* restoreBlock(value: ChainValue, id: BlockId, past: PastStates, sealing: Sealing): Steps<ChainValue> {
  const { history, l1AcceptedNumber: accepted } = value;
  const number = localNumber(value, id);
  const isNewest = number === nextNumber(history) - 1;
  const restored = isNewest ? history : yield* historyBefore(history, number + 1, past.after(history, number));
  return {
    ...withNextBlock(value, restored, sealing),
    clock: withoutHold(value.clock),
    l1AcceptedNumber: accepted === undefined ? undefined : Math.min(accepted, number),
  };
}
