import type { DeclareV3, DeployAccountV3, L1HandlerTransaction, Submission } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { ChainError } from '../../protocol/chainError.ts';
import type { ProtocolRules } from '../../protocol/constants.ts';
import { SierraError } from '../../sierra/sierraError.ts';
import type { ChainView } from '../chainView.ts';
import type { BroadcastTransaction, MessageToL2 } from './broadcast.ts';
import { declarableClass } from './declarableClass.ts';
import { deployedAddress, hashOfTransaction } from './hashSubmission.ts';

/** A transaction as it was sent, with its hash, its contract's address and its class, compiled and hashed by the rules of its block. */
export async function prepare(
  transaction: BroadcastTransaction,
  { chainId, surroundings }: Pick<ChainView, 'chainId' | 'surroundings'>,
  rules: ProtocolRules,
): Promise<Submission> {
  switch (transaction.type) {
    case 'INVOKE': {
      const { proof: _, ...invoke } = transaction;
      return { transaction: invoke, hash: await hashOfTransaction(invoke, chainId) };
    }
    case 'DEPLOY_ACCOUNT': {
      const { contractAddressSalt, classHash, constructorCalldata } = transaction;
      const address = await deployedAddress(contractAddressSalt, classHash, constructorCalldata);
      const deploy: DeployAccountV3 = { contractAddress: address, ...transaction };
      return { transaction: deploy, hash: await hashOfTransaction(deploy, chainId) };
    }
    case 'DECLARE': {
      const { contractClass, ...fields } = transaction;
      const compiled = await surroundings.compile(contractClass).catch((error: unknown) => {
        if (!(error instanceof SierraError)) throw error;
        throw new ChainError('compilationFailed', { data: error.message, help: compilationHelp(error) });
      });
      const declaredClass = await declarableClass(compiled, rules);
      const declare: DeclareV3 = { classHash: declaredClass.classHash, ...fields };
      return { transaction: declare, hash: await hashOfTransaction(declare, chainId), declaredClass };
    }
  }
}

/** The compiler's text about a program that it cannot decode does not say what it expects. */
function compilationHelp({ stage }: SierraError): string | undefined {
  if (stage !== 'decode') return undefined;
  return `The felts of \`sierra_program\` are not a Sierra program. Send those of the class file that the Cairo compiler wrote (*.contract_class.json), unchanged and complete.`;
}

/** The L1 handler transaction that a message becomes, with its hash. */
export async function messageSubmission(message: MessageToL2, chainId: Felt): Promise<Submission> {
  const transaction: L1HandlerTransaction = {
    type: 'L1_HANDLER',
    version: 0,
    nonce: message.nonce,
    contractAddress: message.l2ContractAddress,
    entryPointSelector: message.entryPointSelector,
    calldata: [message.l1ContractAddress, ...message.payload],
    paidFeeOnL1: message.paidFeeOnL1,
  };
  return { transaction, hash: await hashOfTransaction(transaction, chainId) };
}
