import type { Origin } from '../../../chain/origin.ts';
import type { Felt } from '../../../felt/felt.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
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
  params,
  run: async ({ chain }, { transactionHash, color }) => {
    const placed = chain.transaction(transactionHash);
    if (!placed)
      throw new RpcError('transactionHashNotFound', { help: await elsewhere(chain.origin, transactionHash) });
    const { formatExplained } = await import('../../format/explanation.ts');
    return formatExplained(await chain.explain(placed), color);
  },
});

/** Where a transaction is that is not here. */
async function elsewhere(origin: Origin | undefined, hash: Felt): Promise<string | undefined> {
  const number = await origin?.findTransaction(hex(hash));
  if (number === undefined) return undefined;
  return `It is in block ${number} of the fork's origin, which can trace it (starknet_traceTransaction). Only transactions made here are explained.`;
}
