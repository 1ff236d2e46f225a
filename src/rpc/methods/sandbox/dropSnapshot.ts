import { struct } from '../../decode/decoder.ts';
import { snapshotId } from '../../decode/snapshotId.ts';
import { method } from '../../method.ts';

const params = struct('DropSnapshot', { snapshot_id: snapshotId });

export const dropSnapshot = method({
  name: 'dropSnapshot',
  group: 'sandbox',
  summary: 'Removes a snapshot; the chain and other snapshots stay. Returns `false` if there is none with this id.',
  kind: 'write',
  takesBack: false,
  params,
  restricted: 'hidden',
  run: ({ write }, { snapshotId }) => write((draft) => draft.snapshots.drop(snapshotId)),
});
