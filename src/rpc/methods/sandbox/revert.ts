import { struct } from '../../decode/decoder.ts';
import { snapshotId } from '../../decode/snapshotId.ts';
import { method } from '../../method.ts';

const params = struct('RevertRequest', { snapshot_id: snapshotId });

/** Goes back to a snapshot; false when it is unknown or used up. A journal file that cannot be written keeps all as it is. */
export const revert = method({
  name: 'revert',
  group: 'sandbox',
  summary: 'Goes back to a snapshot. Returns `false` if there is none with this id, or if it was used.',
  kind: 'write',
  takesBack: true,
  params,
  restricted: 'default',
  run: async ({ write, journalFile }, { snapshotId }) => {
    const found = await write(async (draft) => {
      const found = draft.snapshots.revert(snapshotId);
      if (found) await journalFile?.prepare(draft.view.value.journal);
      return found;
    });
    // Another request may have updated the file between the two.
    await journalFile?.follow();
    return found;
  },
});
