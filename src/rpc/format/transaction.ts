import type { StoredTransaction } from '../../chain/value/block.ts';
import { versionFelt } from '../../execution/hash/transactionHash.ts';
import type { ResourceBound, Transaction, V3Fields } from '../../execution/transaction.ts';
import { type Hex, hash256, hex, hexList } from './hex.ts';

export interface Bound {
  readonly max_amount: Hex;
  readonly max_price_per_unit: Hex;
}

/** What all transactions of accounts have since version 3. */
export interface V3 {
  readonly version: '0x3' | QueryVersion;
  readonly signature: readonly Hex[];
  readonly nonce: Hex;
  readonly resource_bounds: { readonly l1_gas: Bound; readonly l1_data_gas: Bound; readonly l2_gas: Bound };
  readonly tip: Hex;
  readonly paymaster_data: readonly Hex[];
  readonly nonce_data_availability_mode: 'L1' | 'L2';
  readonly fee_data_availability_mode: 'L1' | 'L2';
}
/** With the query bit: only transactions of an origin may have it. */
export type QueryVersion = `0x1${string}`;

/** What transactions of accounts had before version 3. */
export interface BeforeV3 {
  readonly max_fee: Hex;
  readonly signature: readonly Hex[];
}

export interface InvokeTransactionV3 extends V3 {
  readonly type: 'INVOKE';
  readonly sender_address: Hex;
  readonly calldata: readonly Hex[];
  readonly account_deployment_data: readonly Hex[];
  /** Only where the request asks for it. */
  readonly proof_facts?: readonly Hex[];
}

export interface DeclareTransactionV3 extends V3 {
  readonly type: 'DECLARE';
  readonly sender_address: Hex;
  readonly compiled_class_hash: Hex;
  readonly class_hash: Hex;
  readonly account_deployment_data: readonly Hex[];
}

export interface Deployment {
  readonly contract_address_salt: Hex;
  readonly constructor_calldata: readonly Hex[];
  readonly class_hash: Hex;
}

export interface DeployAccountTransactionV3 extends V3, Deployment {
  readonly type: 'DEPLOY_ACCOUNT';
}

export interface L1HandlerTransaction {
  readonly type: 'L1_HANDLER';
  readonly version: '0x0';
  readonly nonce: Hex;
  readonly contract_address: Hex;
  readonly entry_point_selector: Hex;
  readonly calldata: readonly Hex[];
  readonly l1_transaction_hash: Hex | null;
  readonly paid_fee_on_l1: Hex;
}

/** Transactions of earlier versions, which only blocks of a fork's origin have. */
export type EarlierTransaction =
  | (BeforeV3 & {
      readonly type: 'INVOKE';
      readonly version: '0x1' | QueryVersion;
      readonly sender_address: Hex;
      readonly calldata: readonly Hex[];
      readonly nonce: Hex;
    })
  | (BeforeV3 & {
      readonly type: 'INVOKE';
      readonly version: '0x0' | QueryVersion;
      readonly contract_address: Hex;
      readonly entry_point_selector: Hex;
      readonly calldata: readonly Hex[];
    })
  | (BeforeV3 & {
      readonly type: 'DECLARE';
      readonly version: '0x0' | '0x1' | '0x2' | QueryVersion;
      readonly sender_address: Hex;
      readonly class_hash: Hex;
      readonly nonce?: Hex;
      readonly compiled_class_hash?: Hex;
    })
  | (BeforeV3 &
      Deployment & { readonly type: 'DEPLOY_ACCOUNT'; readonly version: '0x1' | QueryVersion; readonly nonce: Hex })
  | (Deployment & { readonly type: 'DEPLOY'; readonly version: '0x0' | '0x1' });

/** A transaction without its hash. */
export type TransactionWithoutHash =
  | InvokeTransactionV3
  | DeclareTransactionV3
  | DeployAccountTransactionV3
  | L1HandlerTransaction
  | EarlierTransaction;

/** A transaction with its hash. */
export type TransactionWithHash = { readonly transaction_hash: Hex } & TransactionWithoutHash;

/** What of a transaction is shown beyond its fields. */
export interface TransactionView {
  /** Every invocation shows its proof facts, an empty list if it has none. */
  readonly proofFacts?: boolean;
}

const bound = ({ maxAmount, maxPricePerUnit }: ResourceBound): Bound => ({
  max_amount: hex(maxAmount),
  max_price_per_unit: hex(maxPricePerUnit),
});

const v3 = (tx: V3Fields): Omit<V3, 'version'> => ({
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

/** The fields of some transaction beside its type and version. */
type Fields = WithoutKind<TransactionWithoutHash>;
type WithoutKind<T> = T extends unknown ? Omit<T, 'type' | 'version'> : never;

/** The part of a stored transaction that its own fields come from. */
type TransactionParts = Pick<StoredTransaction, 'transaction' | 'l1TransactionHash'>;

/** A transaction's fields, without its hash. */
export function formatTransaction(stored: TransactionParts, view: TransactionView = {}): TransactionWithoutHash {
  const tx = stored.transaction;
  // Version and fields belong together; the compiler cannot see that.
  return { type: tx.type, version: hex(versionFelt(tx)), ...fields(tx, stored, view) } as TransactionWithoutHash;
}

/** A transaction's fields with its hash, as most methods show them. */
export function formatHashedTransaction(
  stored: TransactionParts & Pick<StoredTransaction, 'hash'>,
  view: TransactionView = {},
): TransactionWithHash {
  return { transaction_hash: hex(stored.hash), ...formatTransaction(stored, view) };
}

function fields(tx: Transaction, stored: TransactionParts, view: TransactionView): Fields {
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
        ...(tx.version !== 1
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
