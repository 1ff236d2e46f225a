import { decoder, struct, text } from '../../decode/decoder.ts';
import type { HexText } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const snapshotId = decoder<bigint, HexText>('id of a snapshot', (value) => {
  const id = text(value);
  if (!/^0x[0-9a-fA-F]+$/.test(id)) throw invalidParams('snapshot_id must be 0x-prefixed hexadecimal');
  const digits = id.slice(2).replace(/^0+/, '');
  if (digits.length > 16) throw invalidParams('snapshot_id is outside the u64 range');
  return BigInt(`0x${digits || '0'}`);
});

const params = struct('RevertRequest', { snapshot_id: snapshotId });

/** Goes back to a snapshot; false when it is unknown or used up. A journal file that cannot be written keeps all as it is. */
export const revert = method({
  name: 'revert',
  group: 'sandbox',
  summary: 'Goes back to a snapshot. `false` when it is unknown or was used.',
  kind: 'write',
  params,
  restricted: 'default',
  run: async ({ write, journalFile }, { snapshotId }) => {
    const found = await write(async (draft) => {
      const found = draft.revert(snapshotId);
      if (found) await journalFile?.prepare(draft.journal);
      return found;
    });
    // Another request may have updated the file between the two.
    await journalFile?.follow();
    return found;
  },
});
