// Formulas of blocks that are older than our oldest version. No block of ours has them, so they are written here, over the same hashes.

import { selectorOf } from '../../src/execution/hash/address.ts';
import type { IncludedTransaction } from '../../src/execution/hash/commitments.ts';
import type { Transaction } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii } from '../../src/felt/felt.ts';
import { pedersenArray } from '../../src/felt/hash.ts';

/** The first transactions were hashed without version and fee; undefined for types that did not exist yet. */
export function firstHash(transaction: Transaction, chainId: Felt): Felt | undefined {
  const whole = (prefix: string, address: Felt, selector: Felt, calldata: readonly Felt[]) =>
    pedersenArray([feltOfAscii(prefix), address, selector, pedersenArray(calldata), chainId]);
  switch (transaction.type) {
    case 'DEPLOY':
      return whole('deploy', transaction.contractAddress, selectorOf('constructor'), transaction.constructorCalldata);
    case 'L1_HANDLER': {
      const { contractAddress, entryPointSelector, calldata } = transaction;
      return whole('l1_handler', contractAddress, entryPointSelector, calldata);
    }
    case 'INVOKE':
      return transaction.version === 0
        ? whole('invoke', transaction.contractAddress, transaction.entryPointSelector, transaction.calldata)
        : undefined;
    default:
      return undefined;
  }
}

/** In the transaction commitment of 0.13.2 and 0.13.3, a transaction without signature counts as signed with a zero. */
export const withZeroSignatures = (included: readonly IncludedTransaction[]): readonly IncludedTransaction[] =>
  included.map((one) => {
    const { transaction } = one;
    const isSigned = 'signature' in transaction && transaction.signature.length > 0;
    return isSigned ? one : { ...one, transaction: { ...transaction, signature: [0n as Felt] } as Transaction };
  });
