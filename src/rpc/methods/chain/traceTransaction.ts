import { trace } from '../../../chain/run/trace.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatTrace } from '../../format/trace.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('TransactionHashInput', { transaction_hash: felt });

export const traceTransaction = method({
  name: 'traceTransaction',
  group: 'chain',
  summary: 'What a transaction called and changed.',
  kind: 'read',
  params,
  origin: { by: 'transaction', member: 'transactionHash', answers: 'lasting' },
  run: async ({ chain }, { transactionHash }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed && chain.waiting(transactionHash))
      throw new RpcError('noTraceAvailable', { data: { status: 'RECEIVED' } });
    if (!placed) throw new RpcError('transactionHashNotFound');
    return formatTrace(await trace(chain, placed));
  },
});
