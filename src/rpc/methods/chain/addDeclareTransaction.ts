import { checkClassSize, unreadParam } from '../../decode/classSize.ts';
import { struct } from '../../decode/decoder.ts';
import { declareTransaction } from '../../decode/transaction.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { sendTransaction } from '../../sendTransaction.ts';

const params = struct('BroadcastedDeclareTransactionInput', { declare_transaction: declareTransaction });

export const addDeclareTransaction = method({
  name: 'addDeclareTransaction',
  group: 'chain',
  summary: 'Declares a Sierra class with a signed transaction.',
  kind: 'write',
  takesBack: false,
  params,
  check: (params, config) => checkClassSize(unreadParam(params, 'declare_transaction', 0), config),
  journal: 'request',
  run: async (context, { declareTransaction }) => {
    const { transactionHash, classHash } = await sendTransaction(context, declareTransaction);
    return { transaction_hash: hex(transactionHash), class_hash: hex(classHash!) };
  },
});
