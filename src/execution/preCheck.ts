import { TransactionState } from '../state/transactionState.ts';
import { normalizeBounds } from './bounds.ts';
import type { Execution } from './callContext.ts';
import type { ExecutionEnvironment } from './environment.ts';
import { type ExecutionFlags, type Rejection, TransactionRejectedError } from './outcome.ts';
import { preValidation } from './phases/preValidation.ts';
import type { InvokeV3 } from './transaction.ts';

/**
 * The reason why a transaction is rejected before any Cairo code runs; undefined if it is not. Its execution would find the same,
 * but it needs the transaction hash, which takes long for a large transaction.
 */
export function* preCheck(
  { state, block }: Pick<ExecutionEnvironment, 'state' | 'block'>,
  transaction: InvokeV3,
  flags: ExecutionFlags,
): Execution<Rejection | undefined> {
  try {
    const bounds = normalizeBounds(transaction.resourceBounds);
    yield* preValidation(transaction, bounds, new TransactionState(state), block, flags);
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRejectedError) return error.rejection;
    throw error;
  }
}
