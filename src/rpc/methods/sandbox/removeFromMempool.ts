import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('RemoveFromMempool', { transaction_hash: felt });

export const removeFromMempool = method({
  name: 'removeFromMempool',
  group: 'sandbox',
  summary: 'Removes a transaction that waits in the mempool.',
  kind: 'write',
  takesBack: true,
  origin: 'none',
  params,
  journal: 'request',
  restricted: 'hidden',
  run: ({ write }, { transactionHash }) =>
    write((draft) => {
      draft.pool.remove(transactionHash);
      return { transaction_hash: hex(transactionHash) };
    }),
});
