import { TransactionFailure } from '../chain/node.ts';
import { formatFailure } from './format/contractError.ts';
import { RpcError } from './rpcError.ts';

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
