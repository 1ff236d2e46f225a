import { checkClassSize, unreadParam } from '../../decode/classSize.ts';
import { struct } from '../../decode/decoder.ts';
import { declareTransaction } from '../../decode/transaction.ts';
import { explainingRejection } from '../../explainedError.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

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
  run: async ({ node, chain, write }, { declareTransaction }) => {
    // The compilation starts while the request waits in the queue. Its errors are reported when the request runs.
    node.compile(declareTransaction.contractClass).catch(() => undefined);
    const { transactionHash, classHash } = await explainingRejection(chain, () =>
      write((draft) => draft.openBlock.submit(declareTransaction)),
    );
    return { transaction_hash: hex(transactionHash), class_hash: hex(classHash!) };
  },
});
