import type { BlockContext } from '../execution/blockContext.ts';
import type { CallResult } from '../execution/callContext.ts';
import type { ExecutionFlags, Outcome } from '../execution/outcome.ts';
import type { Submission } from '../execution/transaction.ts';
import type { State } from '../state/state.ts';
import type { CallRequest } from './node.ts';

/** Runs transactions and calls on a state, on machines of its own. */
export interface Executor {
  run(state: State, block: BlockContext, submission: Submission, flags: ExecutionFlags): Promise<Outcome>;
  call(state: State, block: BlockContext, request: CallRequest): Promise<CallResult>;
}
