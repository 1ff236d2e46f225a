import { boolean, omittable, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { EMPTY, method } from '../../method.ts';

const params = optionalParams(struct('RestartParameters', { restart_l1_to_l2_messaging: omittable(boolean) }));

export const restart = method({
  name: 'restart',
  group: 'sandbox',
  summary: 'Replaces the chain by a new one with the same configuration.',
  kind: 'write',
  takesBack: true,
  params,
  restricted: 'default',
  run: async ({ write, journalFile }, { restartL1ToL2Messaging = false }) => {
    await write((draft) => draft.restart({ keepMessaging: !restartL1ToL2Messaging }));
    await journalFile?.follow();
    return EMPTY;
  },
});
