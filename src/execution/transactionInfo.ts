import { type Felt, feltOfAscii, toFelt } from '../felt/felt.ts';
import { type FeltKey, keyOf, keyOfNumber, ZERO_KEY } from '../felt/key.ts';
import { type NormalizedBounds, normalizeBounds } from './bounds.ts';
import { QUERY_BIT } from './hash/transactionHash.ts';
import { type AccountTransaction, type L1HandlerTransaction, type ResourceBound, senderOf } from './transaction.ts';

const L1_GAS = keyOf(feltOfAscii('L1_GAS'));
const L2_GAS = keyOf(feltOfAscii('L2_GAS'));
const L1_DATA = keyOf(feltOfAscii('L1_DATA'));

/** What `get_execution_info` tells a contract about its transaction. */
export interface TransactionInfo {
  /** Includes the query bit if the transaction is only simulated. */
  readonly version: FeltKey;
  readonly onlyQuery: boolean;
  readonly account: FeltKey;
  readonly maxFee: FeltKey;
  readonly signature: readonly FeltKey[];
  readonly hash: FeltKey;
  readonly nonce: FeltKey;
  /** Absent for version 0: L1 handlers, meta transactions, plain calls. */
  readonly v3?: {
    readonly tip: bigint;
    /** Triples of name (L1_GAS, L2_GAS or L1_DATA), amount and price. */
    readonly resourceBounds: readonly FeltKey[];
    readonly paymasterData: readonly FeltKey[];
    readonly nonceDaMode: 0 | 1;
    readonly feeDaMode: 0 | 1;
    readonly accountDeploymentData: readonly FeltKey[];
    readonly proofFacts: readonly FeltKey[];
  };
}

/** A field of an info struct: a felt, or a span of felts, which takes two cells. */
export type StructField = FeltKey | { readonly span: readonly FeltKey[] };

/** The fields of the struct that follow the resource bounds. A new field of transactions comes last. */
export const laterFields = (v3: NonNullable<TransactionInfo['v3']>): readonly StructField[] => [
  keyOf(toFelt(v3.tip)),
  { span: v3.paymasterData },
  keyOfNumber(v3.nonceDaMode),
  keyOfNumber(v3.feeDaMode),
  { span: v3.accountDeploymentData },
  { span: v3.proofFacts },
];

/** The number of cells of the bounds and of the fields after them. They are zero for older transactions. */
export const V3_CELLS = 11;

export const keysOf = (felts: readonly Felt[]): FeltKey[] => felts.map(keyOf);

/** What contracts see of an account's transaction. If it is only simulated, they see the query version. */
export function accountTransactionInfo(
  transaction: AccountTransaction,
  hash: Felt,
  onlyQuery: boolean,
): TransactionInfo {
  const query = onlyQuery || transaction.isQuery;
  return {
    version: keyOf(toFelt(BigInt(transaction.version) + (query ? QUERY_BIT : 0n))),
    onlyQuery: query,
    account: keyOf(senderOf(transaction)),
    maxFee: ZERO_KEY,
    signature: keysOf(transaction.signature),
    hash: keyOf(hash),
    nonce: keyOf(transaction.nonce),
    v3: {
      tip: transaction.tip,
      resourceBounds: boundKeys(normalizeBounds(transaction.resourceBounds)),
      paymasterData: keysOf(transaction.paymasterData),
      nonceDaMode: transaction.nonceDataAvailabilityMode === 'L1' ? 0 : 1,
      feeDaMode: transaction.feeDataAvailabilityMode === 'L1' ? 0 : 1,
      accountDeploymentData: transaction.type === 'DEPLOY_ACCOUNT' ? [] : keysOf(transaction.accountDeploymentData),
      proofFacts: transaction.type === 'INVOKE' ? keysOf(transaction.proofFacts) : [],
    },
  };
}

/** What contracts see when an L1 handler runs. It has no signature and no fee. */
export const l1HandlerInfo = (transaction: L1HandlerTransaction, hash: Felt): TransactionInfo => ({
  ...NO_TRANSACTION,
  account: keyOf(transaction.contractAddress),
  hash: keyOf(hash),
  nonce: keyOf(transaction.nonce),
});

/** What contracts see in a call without a transaction. */
export const NO_TRANSACTION: TransactionInfo = {
  version: ZERO_KEY,
  onlyQuery: false,
  account: ZERO_KEY,
  maxFee: ZERO_KEY,
  signature: [],
  hash: ZERO_KEY,
  nonce: ZERO_KEY,
};

function boundKeys(settled: NormalizedBounds): FeltKey[] {
  const keys = (name: FeltKey, { maxAmount, maxPricePerUnit }: ResourceBound): FeltKey[] => [
    name,
    keyOf(toFelt(maxAmount)),
    keyOf(toFelt(maxPricePerUnit)),
  ];
  if (settled.kind === 'l1Only') return [...keys(L1_GAS, settled.l1Gas), L2_GAS, ZERO_KEY, ZERO_KEY];
  const { l1Gas, l2Gas, l1DataGas } = settled.bounds;
  return [...keys(L1_GAS, l1Gas), ...keys(L2_GAS, l2Gas), ...keys(L1_DATA, l1DataGas)];
}
