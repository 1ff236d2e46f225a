import { struct } from '../../decode/decoder.ts';
import { invokeTransaction } from '../../decode/transaction.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { sendTransaction } from '../../sendTransaction.ts';

const params = struct('BroadcastedInvokeTransactionInput', { invoke_transaction: invokeTransaction });

export const addInvokeTransaction = method({
  name: 'addInvokeTransaction',
  group: 'chain',
  summary: 'Executes calls from an account with a signed transaction.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async (context, { invokeTransaction }) => {
    const { transactionHash } = await sendTransaction(context, invokeTransaction);
    return { transaction_hash: hex(transactionHash) };
  },
});
