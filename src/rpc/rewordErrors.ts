// Errors of the chain that some methods tell in other words.
import { TransactionFailure } from '../chain/run/simulation.ts';
import type { Explanation } from '../execution/explain/explanation.ts';
import { ChainError } from '../protocol/chainError.ts';
import { withExplanation } from './explainedError.ts';
import { formatFailure } from './format/contractError.ts';
import { failed, RpcError } from './rpcError.ts';

/** The sandbox's own methods answer an unknown block with -1 and a sentence instead of the chain's 24. */
export async function namingNoBlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ChainError && error.kind === 'blockNotFound' ? failed('No block found') : error;
  }
}

/**
 * Runs an estimate or a simulation; a transaction that fails in it is named by its index, as error 41. `explain` explains the
 * transactions again, if their calls may say more.
 */
export async function namingTransaction<T>(
  run: () => Promise<T>,
  explain: () => Promise<readonly Explanation[]>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TransactionFailure)) throw error;
    const { index, failure } = error;
    const data = { transaction_index: index, execution_error: formatFailure(failure) };
    // A sentence is about the transaction as a whole: no call of it failed.
    const isSentence = typeof failure === 'string';
    throw new RpcError('transactionExecutionError', {
      data: isSentence ? data : await withExplanation(data, async () => (await explain())[index]),
    });
  }
}
