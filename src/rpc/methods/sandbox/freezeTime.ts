import { boolean, optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { EMPTY, method } from '../../method.ts';

const params = optionalParams(struct('FreezeTime', { frozen: optional(boolean) }));

/** Stops the clock, or lets it run on: blocks get the same time until it is set or increased. */
export const freezeTime = method({
  name: 'freezeTime',
  group: 'sandbox',
  summary: 'Stops the clock of blocks, or lets it run again.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: async ({ write }, { frozen = true }) => {
    await write((draft) => draft.setClockFrozen(frozen));
    return EMPTY;
  },
});
