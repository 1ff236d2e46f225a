import type { CallResult } from '../../execution/callContext.ts';
import { keyOf } from '../../felt/key.ts';
import type { ChainView } from '../chainView.ts';
import type { BlockId } from '../value/blockId.ts';
import { contextAt } from './contextAt.ts';
import { CALL } from './purposes.ts';
import { type MeteredStart, metered } from './runner.ts';
import type { CallRequest } from './simulation.ts';

/** Calls a contract without a transaction. It sees the header of the block, as estimates and simulations do. */
export async function call(
  view: ChainView,
  { contractAddress, entryPointSelector, calldata }: CallRequest,
  id: BlockId,
): Promise<CallResult> {
  const [state, block] = [view.stateOf(id), contextAt(view, id)];
  const [to, selector] = [keyOf(contractAddress), keyOf(entryPointSelector)];
  const start: MeteredStart<CallResult> = (machine, state, { plainCall }, meter) =>
    plainCall({ state, block, machine, meter }, to, selector, calldata);
  return metered(view, state, start, CALL);
}
