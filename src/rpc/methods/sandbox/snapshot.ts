import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const snapshot = method('snapshot', noParams, async ({ write }) =>
  hex(await write((draft) => draft.snapshot())),
);
