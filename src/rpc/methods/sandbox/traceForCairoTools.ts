import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('TraceForCairoTools', { transaction_hash: felt });

/** All steps of a transaction, for the public tools of Cairo. */
export const traceForCairoTools = method({
  name: 'traceForCairoTools',
  group: 'sandbox',
  summary:
    'The calls of a transaction with all of their steps, as the text of a trace file for cairo-profiler and cairo-coverage.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  params,
  run: async ({ chain, tools }, { transactionHash }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    return { content: await (await tools()).traceForCairoTools(chain, placed) };
  },
});
