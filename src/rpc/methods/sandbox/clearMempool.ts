import { noParams } from '../../decode/params.ts';
import { hexList } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const clearMempool = method({
  name: 'clearMempool',
  group: 'sandbox',
  summary: 'Removes all transactions that wait in the mempool. Those of the open block stay.',
  kind: 'write',
  takesBack: true,
  params: noParams,
  journal: 'request',
  restricted: 'hidden',
  run: ({ write }) => write(async (draft) => ({ removed: hexList(await draft.pool.clear()) })),
});
