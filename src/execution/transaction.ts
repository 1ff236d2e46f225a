import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';

/** The bound of one kind of gas. */
export interface ResourceBound {
  readonly maxAmount: bigint;
  readonly maxPricePerUnit: bigint;
}

/** The resource bounds of a v3 transaction, as they were sent. */
export interface ResourceBounds {
  readonly l1Gas: ResourceBound;
  readonly l1DataGas: ResourceBound;
  readonly l2Gas: ResourceBound;
}

export type DataAvailabilityMode = 'L1' | 'L2';

interface AccountFields {
  readonly signature: readonly Felt[];
  readonly nonce: Felt;
  /** The version field has the query bit (2^128), so the transaction can only be simulated. */
  readonly isQuery: boolean;
}

/** The fields of every v3 transaction of an account. */
export interface V3Fields extends AccountFields {
  readonly version: 3;
  readonly resourceBounds: ResourceBounds;
  readonly tip: bigint;
  readonly paymasterData: readonly Felt[];
  readonly nonceDataAvailabilityMode: DataAvailabilityMode;
  readonly feeDataAvailabilityMode: DataAvailabilityMode;
}

export interface InvokeV3 extends V3Fields {
  readonly type: 'INVOKE';
  readonly senderAddress: Felt;
  readonly calldata: readonly Felt[];
  readonly accountDeploymentData: readonly Felt[];
  readonly proofFacts: readonly Felt[];
}

export interface DeclareV3 extends V3Fields {
  readonly type: 'DECLARE';
  readonly senderAddress: Felt;
  readonly classHash: Felt;
  readonly compiledClassHash: Felt;
  readonly accountDeploymentData: readonly Felt[];
}

export interface DeployAccountV3 extends V3Fields {
  readonly type: 'DEPLOY_ACCOUNT';
  readonly contractAddress: Felt;
  readonly contractAddressSalt: Felt;
  readonly constructorCalldata: readonly Felt[];
  readonly classHash: Felt;
}

/** The fields that every unsigned transaction must have. */
type RequiredFields = 'senderAddress' | 'nonce' | 'resourceBounds';
type OptionalFields = Partial<Pick<V3Fields, 'tip'>>;

/** The fields that our own transactions seldom use, and no signature yet. */
const UNSIGNED = {
  version: 3,
  isQuery: false,
  signature: [],
  tip: 0n,
  paymasterData: [],
  accountDeploymentData: [],
  nonceDataAvailabilityMode: 'L1',
  feeDataAvailabilityMode: 'L1',
} as const;

/** An invocation before it is signed. */
export const unsignedInvoke = (
  fields: Pick<InvokeV3, RequiredFields | 'calldata'> & OptionalFields & Partial<Pick<InvokeV3, 'proofFacts'>>,
): InvokeV3 => ({
  type: 'INVOKE',
  proofFacts: [],
  ...UNSIGNED,
  ...fields,
});

/** A declaration before it is signed. */
export const unsignedDeclare = (
  fields: Pick<DeclareV3, RequiredFields | 'classHash' | 'compiledClassHash'> & OptionalFields,
): DeclareV3 => ({
  type: 'DECLARE',
  ...UNSIGNED,
  ...fields,
});

/** A deployment of an account before it is signed. */
export const unsignedDeployAccount = (
  fields: Omit<DeployAccountV3, 'type' | keyof V3Fields> & Pick<V3Fields, 'nonce' | 'resourceBounds'>,
): DeployAccountV3 => ({
  type: 'DEPLOY_ACCOUNT',
  ...UNSIGNED,
  ...fields,
});

export interface L1HandlerTransaction {
  readonly type: 'L1_HANDLER';
  readonly version: 0;
  readonly nonce: Felt;
  readonly contractAddress: Felt;
  readonly entryPointSelector: Felt;
  /** The L1 sender, then the payload. */
  readonly calldata: readonly [Felt, ...Felt[]];
  /** The fee that was paid on L1 for the message, in wei. */
  readonly paidFeeOnL1: bigint;
}

export interface InvokeV1 extends AccountFields {
  readonly type: 'INVOKE';
  readonly version: 1;
  readonly senderAddress: Felt;
  readonly calldata: readonly Felt[];
  readonly maxFee: bigint;
}

export interface InvokeV0 extends Omit<AccountFields, 'nonce'> {
  readonly type: 'INVOKE';
  readonly version: 0;
  readonly contractAddress: Felt;
  readonly entryPointSelector: Felt;
  readonly calldata: readonly Felt[];
  readonly maxFee: bigint;
}

export interface DeclareV2 extends AccountFields {
  readonly type: 'DECLARE';
  readonly version: 2;
  readonly senderAddress: Felt;
  readonly classHash: Felt;
  readonly compiledClassHash: Felt;
  readonly maxFee: bigint;
}

export interface DeclareV1 extends AccountFields {
  readonly type: 'DECLARE';
  readonly version: 0 | 1;
  readonly senderAddress: Felt;
  readonly classHash: Felt;
  readonly maxFee: bigint;
}

export interface DeployAccountV1 extends AccountFields {
  readonly type: 'DEPLOY_ACCOUNT';
  readonly version: 1;
  readonly contractAddress: Felt;
  readonly contractAddressSalt: Felt;
  readonly constructorCalldata: readonly Felt[];
  readonly classHash: Felt;
  readonly maxFee: bigint;
}

export interface DeployV0 {
  readonly type: 'DEPLOY';
  readonly version: 0 | 1;
  readonly contractAddress: Felt;
  readonly contractAddressSalt: Felt;
  readonly constructorCalldata: readonly Felt[];
  readonly classHash: Felt;
}

/** A transaction that can be sent today. */
export type AccountTransaction = InvokeV3 | DeclareV3 | DeployAccountV3;

/** A transaction that this sandbox executes. */
export type ExecutableTransaction = AccountTransaction | L1HandlerTransaction;

/** Older transactions. They occur in the blocks of a fork's origin and are never executed. */
export type OldTransaction = InvokeV1 | InvokeV0 | DeclareV2 | DeclareV1 | DeployAccountV1 | DeployV0;

export type Transaction = ExecutableTransaction | OldTransaction;

/** A transaction with all that its execution needs: its hash and, for a DECLARE, its class. */
export type Submission =
  | { readonly transaction: InvokeV3 | DeployAccountV3 | L1HandlerTransaction; readonly hash: Felt }
  | { readonly transaction: DeclareV3; readonly hash: Felt; readonly declaredClass: DeclaredClass };

/** The account that signs and pays. */
export function senderOf(transaction: AccountTransaction): Felt {
  return transaction.type === 'DEPLOY_ACCOUNT' ? transaction.contractAddress : transaction.senderAddress;
}
