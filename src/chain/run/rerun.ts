import type { BlockContext } from '../../execution/blockContext.ts';
import type { ExecutionFlags } from '../../execution/outcome.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { State } from '../../state/state.ts';
import type { ChainView } from '../chainView.ts';
import type { Surroundings } from '../surroundings.ts';
import type { PlacedTransaction } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { CheatList } from '../value/cheatList.ts';
import { recordOf } from '../value/history.ts';
import { type ExecutedTransaction, submissionOf } from '../value/openBlock.ts';
import { executionContext } from './executionContext.ts';

/** A transaction as it ran, to be run again. */
export interface Rerun {
  readonly before: State;
  readonly block: BlockContext;
  readonly submission: Submission;
  readonly flags: ExecutionFlags;
}

export type TransactionPlace = Pick<PlacedTransaction, 'blockNumber' | 'index'>;

/** What is needed of a view to run its transactions again. */
type RunChain = Pick<ChainView, 'value' | 'chainId'> & { readonly surroundings: Pick<Surroundings, 'pastStates'> };

/** The transaction at a place of a chain. */
export const executedAt = ({ open, history }: ChainValue, { blockNumber, index }: TransactionPlace) =>
  (blockNumber === open.number ? open : recordOf(history, blockNumber)!).executed.at(index)! as ExecutedTransaction;

/** What it takes to run the transaction at a place once more. */
export function rerunOf({ value, chainId, surroundings }: RunChain, place: TransactionPlace): Rerun {
  const { pastStates: past } = surroundings;
  const { open, history } = value;
  const { blockNumber: number, index } = place;
  const executed = executedAt(value, place);
  const isOpen = number === open.number;
  const { protocol } = isOpen ? open : recordOf(history, number)!.block;
  const { timestamp, prices } = isOpen ? open.header! : recordOf(history, number)!.block;
  const { cheats } = executed.receipt;
  return {
    before: isOpen ? past.beforeInOpen(open, index) : past.before(history, number, index),
    block: executionContext({ number, timestamp, prices, protocol }, chainId, cheats && new CheatList(cheats)),
    submission: submissionOf(executed),
    flags: executed.flags,
  };
}
