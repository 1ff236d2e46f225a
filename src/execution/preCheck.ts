import { TransactionState } from '../state/transactionState.ts';
import { settleBounds } from './bounds.ts';
import type { Execution } from './callContext.ts';
import type { Environment } from './environment.ts';
import { type ExecutionFlags, Rejected, type Rejection } from './outcome.ts';
import { preValidation } from './phases/preValidation.ts';
import type { InvokeV3 } from './transaction.ts';

/**
 * Why a transaction will be refused before any of its Cairo runs, if so. Its execution finds the same; this needs no hash,
 * which for a long transaction takes a while.
 */
export function* preCheck(
  { state, block }: Pick<Environment, 'state' | 'block'>,
  transaction: InvokeV3,
  flags: ExecutionFlags,
): Execution<Rejection | undefined> {
  try {
    const bounds = settleBounds(transaction.resourceBounds);
    yield* preValidation(transaction, bounds, new TransactionState(state), block, flags);
    return undefined;
  } catch (error) {
    if (error instanceof Rejected) return error.rejection;
    throw error;
  }
}
