// Errors of the chain that some methods tell in other words.
import { TransactionFailure } from '../chain/run/simulation.ts';
import { ChainError } from '../protocol/chainError.ts';
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

/** Runs an estimate or a simulation; a transaction that fails in it is named by its index, as error 41. */
export async function namingTransaction<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TransactionFailure)) throw error;
    throw new RpcError('transactionExecutionError', {
      data: { transaction_index: error.index, execution_error: formatFailure(error.failure) },
    });
  }
}
