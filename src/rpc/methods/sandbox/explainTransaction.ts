import { RpcError } from '../../../protocol/errors.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatExplained } from '../../format/explanation.ts';
import { method } from '../../method.ts';

const params = struct('ExplainTransaction', { transaction_hash: felt });

/** What a transaction called, what went wrong and where, with names, decoded panics and prints. */
export const explainTransaction = method('explainTransaction', params, async ({ chain }, { transactionHash }) => {
  const placed = chain.transaction(transactionHash);
  if (!placed) throw new RpcError('transactionHashNotFound');
  return formatExplained(await chain.explain(placed));
});
