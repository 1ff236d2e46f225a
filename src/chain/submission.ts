import { contractAddress } from '../execution/hash/address.ts';
import { transactionHash } from '../execution/hash/transactionHash.ts';
import type {
  DeclareV3,
  DeployAccountV3,
  InvokeV3,
  L1HandlerTransaction,
  Submission,
} from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { RpcError } from '../protocol/errors.ts';
import { SierraError } from '../sierra/sierraError.ts';
import type { BroadcastTransaction, MessageToL2 } from './broadcast.ts';
import type { Environment } from './environment.ts';

/** A transaction as it was sent, with its hash (unless it is `known`), its contract's address and its compiled class. */
export async function prepare(
  transaction: BroadcastTransaction,
  env: Pick<Environment, 'chainId' | 'compile'>,
  known?: Felt,
): Promise<Submission> {
  switch (transaction.type) {
    case 'INVOKE': {
      const { proof: _, ...invoke } = transaction;
      return { transaction: invoke satisfies InvokeV3, hash: known ?? transactionHash(invoke, env.chainId) };
    }
    case 'DEPLOY_ACCOUNT': {
      const { contractAddressSalt, classHash, constructorCalldata } = transaction;
      const address = contractAddress(toFelt(0n), contractAddressSalt, classHash, constructorCalldata);
      const deploy: DeployAccountV3 = { contractAddress: address, ...transaction };
      return { transaction: deploy, hash: known ?? transactionHash(deploy, env.chainId) };
    }
    case 'DECLARE': {
      const { contractClass, ...fields } = transaction;
      const declaredClass = await env.compile(contractClass).catch((error: unknown) => {
        if (!(error instanceof SierraError)) throw error;
        throw new RpcError('compilationFailed', { data: error.message });
      });
      const declare: DeclareV3 = { classHash: declaredClass.classHash, ...fields };
      return { transaction: declare, hash: known ?? transactionHash(declare, env.chainId), declaredClass };
    }
  }
}

/** The L1 handler transaction that a message becomes. */
export function messageTransaction(message: MessageToL2): L1HandlerTransaction {
  return {
    type: 'L1_HANDLER',
    version: 0,
    nonce: message.nonce,
    contractAddress: message.l2ContractAddress,
    entryPointSelector: message.entryPointSelector,
    calldata: [message.l1ContractAddress, ...message.payload],
    paidFeeOnL1: message.paidFeeOnL1,
  };
}
