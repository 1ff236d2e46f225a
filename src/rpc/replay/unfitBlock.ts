import { ChainError } from '../../protocol/chainError.ts';

/** A block that cannot be replayed, whatever the node answers later: one with old transactions, for example. */
export class UnfitBlockError extends ChainError {
  override readonly name = 'UnfitBlockError';

  constructor(message: string) {
    super('failed', { message });
  }
}
