import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatQueuedStatus, formatStatus } from '../../format/receipt.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('TransactionHashInput', { transaction_hash: felt });

export const getTransactionStatus = method({
  name: 'getTransactionStatus',
  group: 'chain',
  summary: 'How final a transaction is, and whether it succeeded.',
  kind: 'read',
  params,
  origin: { by: 'transaction', member: 'transactionHash', answers: 'lastingOnL1', finality: 'status' },
  run: ({ chain, isStrict }, { transactionHash }) => {
    const placed = chain.transaction(transactionHash);
    const waiting = placed ? undefined : chain.waiting(transactionHash);
    if (waiting) return formatQueuedStatus(waiting);
    if (!placed) throw new RpcError('transactionHashNotFound');
    return formatStatus(placed, isStrict);
  },
});
