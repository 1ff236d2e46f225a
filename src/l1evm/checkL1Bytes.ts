import { limits } from '../protocol/limits.ts';
import { EthError } from './ethError.ts';
import type { L1Head } from './l1Head.ts';

/** Throws an EthError if an L1 has so many blocks and so much state that nothing may be added. */
export function checkL1Bytes({ bytes }: L1Head): void {
  if (bytes > limits.l1Bytes)
    throw new EthError(
      'refused',
      `This L1 has ${bytes} bytes of blocks and state, and takes no more transactions and changes. Go back with evm_revert or a snapshot of the chain, or start again.`,
    );
}
