import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const snapshot = method({
  name: 'snapshot',
  group: 'sandbox',
  summary: 'Remembers the chain as it is; the id to revert to.',
  kind: 'write',
  params: noParams,
  restricted: 'default',
  run: async ({ write }) => hex(await write((draft) => draft.snapshot())),
});
