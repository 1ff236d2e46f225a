import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatPlacedReceipt } from '../../format/receipt.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('TransactionHashInput', { transaction_hash: felt });

export const getTransactionReceipt = method({
  name: 'getTransactionReceipt',
  group: 'chain',
  summary: 'The receipt of a transaction: what it did and cost.',
  kind: 'read',
  params,
  origin: { by: 'transaction', member: 'transactionHash', answers: 'lastingOnL1', finality: 'receipt' },
  run: ({ chain }, { transactionHash }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    return formatPlacedReceipt(placed);
  },
});
