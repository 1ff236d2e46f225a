import { struct } from '../../decode/decoder.ts';
import { invokeTransaction } from '../../decode/transaction.ts';
import { explainingRejection } from '../../explainedError.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('BroadcastedInvokeTransactionInput', { invoke_transaction: invokeTransaction });

export const addInvokeTransaction = method({
  name: 'addInvokeTransaction',
  group: 'chain',
  summary: 'Executes calls from an account with a signed transaction.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async ({ chain, write }, { invokeTransaction }) => {
    const { transactionHash } = await explainingRejection(chain, () =>
      write((draft) => draft.openBlock.submit(invokeTransaction)),
    );
    return { transaction_hash: hex(transactionHash) };
  },
});
