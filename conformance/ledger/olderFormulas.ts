// Formulas of blocks that are older than our oldest version. No block of ours has them, so they are written here, over the same hashes.

import { selectorOf } from '../../src/execution/hash/address.ts';
import type { IncludedTransaction } from '../../src/execution/hash/commitments.ts';
import type { Transaction } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii } from '../../src/felt/felt.ts';
import { pedersenArray } from '../../src/felt/hash.ts';

/** The hashes that a transaction may have in a block which does not tell its version: without version and fee, and later with the nonce of a message. */
export function olderHashes(transaction: Transaction, chainId: Felt): readonly Felt[] {
  const whole = (prefix: string, address: Felt, selector: Felt, calldata: readonly Felt[], ...more: readonly Felt[]) =>
    pedersenArray([feltOfAscii(prefix), address, selector, pedersenArray(calldata), chainId, ...more]);
  switch (transaction.type) {
    case 'DEPLOY':
      return [whole('deploy', transaction.contractAddress, selectorOf('constructor'), transaction.constructorCalldata)];
    case 'L1_HANDLER': {
      const { contractAddress, entryPointSelector, calldata, nonce } = transaction;
      return [[], [nonce]].map((more) => whole('l1_handler', contractAddress, entryPointSelector, calldata, ...more));
    }
    case 'INVOKE':
      return transaction.version === 0
        ? [whole('invoke', transaction.contractAddress, transaction.entryPointSelector, transaction.calldata)]
        : [];
    default:
      return [];
  }
}

/** In the transaction commitment of 0.13.2 and 0.13.3, a transaction without signature counts as signed with a zero. */
export const withZeroSignatures = (included: readonly IncludedTransaction[]): readonly IncludedTransaction[] =>
  included.map((one) => {
    const { transaction } = one;
    const isSigned = 'signature' in transaction && transaction.signature.length > 0;
    return isSigned ? one : { ...one, transaction: { ...transaction, signature: [0n as Felt] } as Transaction };
  });
