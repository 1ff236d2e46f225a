import { ChainError } from '../protocol/chainError.ts';
import { failed } from './rpcError.ts';

/** The sandbox's own methods answer an unknown block with -1 and a sentence instead of the chain's 24. */
export async function namingNoBlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof ChainError && error.kind === 'blockNotFound' ? failed('No block found') : error;
  }
}
