import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const snapshot = method({
  name: 'snapshot',
  group: 'sandbox',
  summary: 'Takes a snapshot of the chain. Returns its id, which `revert` takes.',
  kind: 'write',
  takesBack: false,
  params: noParams,
  restricted: 'default',
  run: async ({ write }) => hex(await write((draft) => draft.snapshots.take())),
});
