import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { DeployAccountV3, InvokeV3, V3Fields } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';

/** An invocation as it was sent. */
export interface BroadcastInvoke extends InvokeV3 {
  /** The bytes of the proof; undefined if none was sent. The proof is checked, but not stored. */
  readonly proof: Uint8Array | undefined;
}

/** A declaration as it was sent: the class instead of its hash. */
export interface BroadcastDeclare extends V3Fields {
  readonly type: 'DECLARE';
  readonly senderAddress: Felt;
  readonly compiledClassHash: Felt;
  readonly accountDeploymentData: readonly Felt[];
  readonly contractClass: SierraClass;
}

/** A deployment of an account as it was sent, without the address, which is computed. */
export type BroadcastDeployAccount = Omit<DeployAccountV3, 'contractAddress'>;

/** A transaction as a client sends it. */
export type BroadcastTransaction = BroadcastInvoke | BroadcastDeclare | BroadcastDeployAccount;

/** A message from L1 to a contract. */
export interface MessageToL2 {
  readonly l1TransactionHash: bigint | undefined;
  readonly l1ContractAddress: Felt;
  readonly l2ContractAddress: Felt;
  readonly entryPointSelector: Felt;
  readonly payload: readonly Felt[];
  readonly paidFeeOnL1: Felt;
  readonly nonce: Felt;
}

/** A message from a contract to L1. */
export interface MessageToL1 {
  readonly fromAddress: Felt;
  readonly toAddress: Felt;
  readonly payload: readonly Felt[];
}

/** Direct edits of the open block's state. */
export interface StateEdit {
  readonly storage: readonly {
    readonly address: Felt;
    readonly entries: readonly { readonly key: Felt; readonly value: Felt }[];
  }[];
  readonly nonces: readonly { readonly address: Felt; readonly nonce: Felt }[];
  readonly deployed: readonly { readonly address: Felt; readonly classHash: Felt }[];
  readonly replaced: readonly { readonly address: Felt; readonly classHash: Felt }[];
  readonly declared: readonly { readonly classHash: Felt; readonly compiledClassHash: Felt }[];
  readonly deprecatedDeclared: readonly Felt[];
  readonly classes: readonly {
    readonly definition: ClassDefinition;
    readonly classHash: Felt | undefined;
    readonly compiledClassHash: Felt | undefined;
  }[];
}
