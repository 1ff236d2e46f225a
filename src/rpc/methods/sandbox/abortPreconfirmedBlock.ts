import { noParams } from '../../decode/params.ts';
import { hexList } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const abortPreconfirmedBlock = method({
  name: 'abortPreconfirmedBlock',
  group: 'sandbox',
  summary:
    'Takes the transactions out of the open block, and what they changed. They wait in the mempool again, in order of arrival.',
  kind: 'write',
  takesBack: true,
  params: noParams,
  journal: 'request',
  restricted: 'hidden',
  run: ({ write }) => write(async (draft) => ({ requeued: hexList(await draft.pool.abort()) })),
});
