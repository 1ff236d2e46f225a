import { optional, struct, text } from '../../decode/decoder.ts';
import { snapshotId } from '../../decode/snapshotId.ts';
import { method } from '../../method.ts';

const params = struct('NameSnapshot', { snapshot_id: snapshotId, name: optional(text('snapshotNameChars')) });

export const nameSnapshot = method({
  name: 'nameSnapshot',
  group: 'sandbox',
  summary: 'Gives a snapshot a name, or removes it if none is given. Returns `false` if there is no such snapshot.',
  kind: 'write',
  takesBack: false,
  params,
  restricted: 'hidden',
  run: ({ write }, { snapshotId, name }) => write((draft) => draft.snapshots.name(snapshotId, name || undefined)),
});
