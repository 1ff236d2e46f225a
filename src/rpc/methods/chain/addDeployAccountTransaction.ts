import { struct } from '../../decode/decoder.ts';
import { deployAccountTransaction } from '../../decode/transaction.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { sendTransaction } from '../../sendTransaction.ts';

const params = struct('BroadcastedDeployAccountTransactionInput', {
  deploy_account_transaction: deployAccountTransaction,
});

export const addDeployAccountTransaction = method({
  name: 'addDeployAccountTransaction',
  group: 'chain',
  summary: 'Deploys an account contract with a transaction that the account itself pays for.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async (context, { deployAccountTransaction }) => {
    const { transactionHash, contractAddress } = await sendTransaction(context, deployAccountTransaction);
    return { transaction_hash: hex(transactionHash), contract_address: hex(contractAddress!) };
  },
});
