import { finishInSlices } from '../../../async/steps.ts';
import { explain } from '../../../tools/explain/explainChain.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

/** `color`: whether the text has the colours of a terminal. */
const params = struct('ExplainTransaction', { transaction_hash: felt, color: optional(boolean) });

/** What a transaction called, what went wrong and where, with names, decoded panics and prints. */
export const explainTransaction = method({
  name: 'explainTransaction',
  group: 'sandbox',
  summary: 'What a transaction called, what went wrong and where, with names, decoded panics and printed text.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  params,
  run: async ({ chain }, { transactionHash, color }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    const { formatExplained } = await import('../../format/explanation.ts');
    return finishInSlices(formatExplained(await explain(chain, placed), color));
  },
});
