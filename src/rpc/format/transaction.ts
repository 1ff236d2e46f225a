import type { StoredTransaction } from '../../chain/value/block.ts';
import { versionFelt } from '../../execution/hash/transactionHash.ts';
import type { ResourceBound, Transaction, V3Fields } from '../../execution/transaction.ts';
import { hash256, hex, hexList } from './hex.ts';

/** What of a transaction is shown beyond its fields. */
export interface TransactionView {
  /** Every invocation shows its proof facts, an empty list if it has none. */
  readonly proofFacts?: boolean;
}

const bound = ({ maxAmount, maxPricePerUnit }: ResourceBound) => ({
  max_amount: hex(maxAmount),
  max_price_per_unit: hex(maxPricePerUnit),
});

const v3 = (tx: V3Fields) => ({
  signature: hexList(tx.signature),
  nonce: hex(tx.nonce),
  resource_bounds: {
    l1_gas: bound(tx.resourceBounds.l1Gas),
    l1_data_gas: bound(tx.resourceBounds.l1DataGas),
    l2_gas: bound(tx.resourceBounds.l2Gas),
  },
  tip: hex(tx.tip),
  paymaster_data: hexList(tx.paymasterData),
  nonce_data_availability_mode: tx.nonceDataAvailabilityMode,
  fee_data_availability_mode: tx.feeDataAvailabilityMode,
});

/** A transaction's fields, without its hash. */
export function formatTransaction(stored: StoredTransaction, view: TransactionView = {}): object {
  const tx = stored.transaction;
  return { type: tx.type, version: hex(versionFelt(tx)), ...fields(tx, stored, view) };
}

/** The same with the hash, as most methods show it. */
export function formatHashedTransaction(stored: StoredTransaction, view: TransactionView = {}): object {
  return { transaction_hash: hex(stored.hash), ...formatTransaction(stored, view) };
}

function fields(tx: Transaction, stored: StoredTransaction, view: TransactionView): object {
  switch (tx.type) {
    case 'INVOKE':
      if (tx.version === 3)
        return {
          sender_address: hex(tx.senderAddress),
          calldata: hexList(tx.calldata),
          ...v3(tx),
          account_deployment_data: hexList(tx.accountDeploymentData),
          ...(view.proofFacts ? { proof_facts: hexList(tx.proofFacts) } : {}),
        };
      if (tx.version === 1)
        return {
          sender_address: hex(tx.senderAddress),
          calldata: hexList(tx.calldata),
          max_fee: hex(tx.maxFee),
          signature: hexList(tx.signature),
          nonce: hex(tx.nonce),
        };
      return {
        max_fee: hex(tx.maxFee),
        signature: hexList(tx.signature),
        contract_address: hex(tx.contractAddress),
        entry_point_selector: hex(tx.entryPointSelector),
        calldata: hexList(tx.calldata),
      };
    case 'DECLARE':
      if (tx.version === 3)
        return {
          sender_address: hex(tx.senderAddress),
          compiled_class_hash: hex(tx.compiledClassHash),
          class_hash: hex(tx.classHash),
          ...v3(tx),
          account_deployment_data: hexList(tx.accountDeploymentData),
        };
      return {
        sender_address: hex(tx.senderAddress),
        max_fee: hex(tx.maxFee),
        signature: hexList(tx.signature),
        class_hash: hex(tx.classHash),
        ...(tx.version === 0 ? {} : { nonce: hex(tx.nonce) }),
        ...(tx.version === 2 ? { compiled_class_hash: hex(tx.compiledClassHash) } : {}),
      };
    case 'DEPLOY_ACCOUNT':
      return {
        contract_address_salt: hex(tx.contractAddressSalt),
        constructor_calldata: hexList(tx.constructorCalldata),
        class_hash: hex(tx.classHash),
        ...(tx.version === 3
          ? v3(tx)
          : { max_fee: hex(tx.maxFee), signature: hexList(tx.signature), nonce: hex(tx.nonce) }),
      };
    case 'DEPLOY':
      return {
        contract_address_salt: hex(tx.contractAddressSalt),
        constructor_calldata: hexList(tx.constructorCalldata),
        class_hash: hex(tx.classHash),
      };
    case 'L1_HANDLER':
      return {
        nonce: hex(tx.nonce),
        contract_address: hex(tx.contractAddress),
        entry_point_selector: hex(tx.entryPointSelector),
        calldata: hexList(tx.calldata),
        l1_transaction_hash: stored.l1TransactionHash === undefined ? null : hash256(stored.l1TransactionHash),
        paid_fee_on_l1: hex(tx.paidFeeOnL1),
      };
  }
}
