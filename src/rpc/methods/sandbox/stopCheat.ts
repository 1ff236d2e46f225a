import { failed } from '../../../protocol/chainError.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { index } from '../../decode/wholeNumber.ts';
import { method } from '../../method.ts';

const params = optionalParams(struct('StopCheat', { cheat_id: optional(index) }));

export const stopCheat = method({
  name: 'stopCheat',
  group: 'sandbox',
  summary: 'Stops a cheat, or all of them.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: ({ write, nameOf }, { cheatId }) =>
    write((draft) => {
      const { cheats } = draft.view.value;
      const left = cheats.without(cheatId);
      const stopped = cheats.all.length - left.all.length;
      if (cheatId !== undefined && stopped === 0)
        throw failed(
          `There is no cheat ${cheatId}: it was stopped, used up, or never made. ${nameOf('getCheats')} lists those in force.`,
        );
      draft.setCheats(left);
      return { stopped };
    }),
});
