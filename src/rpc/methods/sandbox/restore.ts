import { onePoint, statePoint } from '../../decode/statePoint.ts';
import { hex } from '../../format/hex.ts';
import { controlEntry } from '../../journal/journalEntry.ts';
import { method } from '../../method.ts';
import { namingNoBlock } from '../../rewordErrors.ts';
import { unknownSnapshot } from '../../snapshots.ts';

/** Goes to any point of the timeline without losing another one. */
export const restore = method({
  name: 'restore',
  group: 'sandbox',
  summary:
    'Goes to a snapshot or to a block of the present chain. All snapshots stay. If a part of the present chain would be lost, the present chain becomes a snapshot too.',
  kind: 'write',
  takesBack: true,
  origin: 'none',
  params: statePoint,
  journal: 'own',
  restricted: 'hidden',
  run: async ({ write, journalFile }, given) => {
    const target = onePoint(given, 'restore');
    const kept = await namingNoBlock(() =>
      write(async (draft) => {
        const kept = await draft.snapshots.restore(target);
        if (kept === false) throw unknownSnapshot(given.snapshotId!);
        // A snapshot has its own journal; a block is reached from the present one.
        if ('block' in target)
          draft.record(controlEntry('restore', { block_id: { block_number: draft.view.latest.number } }, null));
        await journalFile?.prepare(draft.view.value.journal);
        return kept;
      }),
    );
    // Another request may have updated the file between the two.
    await journalFile?.follow();
    return { left_snapshot_id: kept === undefined ? null : hex(kept) };
  },
});
