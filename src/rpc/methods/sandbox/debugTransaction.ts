import { debugFields, debugRequest } from '../../decode/debugRequest.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatDebugMoment } from '../../format/debugMoment.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('DebugTransaction', { transaction_hash: felt, ...debugFields }, { namedOnly: true });

/** A moment of a transaction, for debuggers: a client says where it is and where it goes, and gets what is there. */
export const debugTransaction = method({
  name: 'debugTransaction',
  group: 'sandbox',
  summary: 'A moment of a transaction: line, stack, variables, storage and events, and steps forward and back from it.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  // It reads source files, and keeps the memory of the transaction for the next step.
  restricted: 'hidden',
  params,
  run: async ({ chain, tools }, { transactionHash, ...asked }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    return formatDebugMoment(await (await tools()).debugView(chain, placed, debugRequest(asked)));
  },
});
