import { oneOf, optional, struct } from '../../decode/decoder.ts';
import { l1Hash } from '../../decode/felt.ts';
import { itemCursor } from '../../decode/itemCursor.ts';
import { pageSize } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import type { L1MessagePage } from '../../l1/listMessages.ts';
import { method } from '../../method.ts';

const params = optionalParams(
  struct('L1MessageList', {
    direction: optional(oneOf('to_l1', 'to_l2')),
    state: optional(oneOf('waiting', 'delivered', 'consumed', 'refused')),
    hash: optional(l1Hash),
    page_size: optional(pageSize),
    continuation: optional(itemCursor('continuation', 'messages')),
  }),
);

/** Lists the messages between L1 and L2. */
export const getL1Messages = method({
  name: 'getL1Messages',
  group: 'sandbox',
  summary:
    'A page of the messages between L1 and L2, newest first, with what became of them. `direction` and `state` choose some of them, and `hash` those with this hash: their own, or that of their transaction on L1 or L2.',
  kind: 'read',
  origin: 'none',
  params,
  run: async (context, wanted): Promise<L1MessagePage> => {
    const { listMessages } = await import('../../l1/listMessages.ts');
    return listMessages(context, wanted);
  },
});
