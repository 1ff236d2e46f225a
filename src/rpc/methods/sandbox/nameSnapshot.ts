import { decoder, optional, struct, text } from '../../decode/decoder.ts';
import { snapshotId } from '../../decode/snapshotId.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const MAX_NAME = 100;
const name = decoder<string, string>(`text of at most ${MAX_NAME} characters`, (value) => {
  const read = text(value);
  if (read.length > MAX_NAME)
    throw invalidParams(`name has ${read.length} characters; at most ${MAX_NAME} are allowed`);
  return read;
});
const params = struct('NameSnapshot', { snapshot_id: snapshotId, name: optional(name) });

export const nameSnapshot = method({
  name: 'nameSnapshot',
  group: 'sandbox',
  summary: 'Gives a snapshot a name, or removes it if none is given. Returns `false` if there is no such snapshot.',
  kind: 'write',
  params,
  restricted: 'hidden',
  run: ({ write }, { snapshotId, name }) => write((draft) => draft.nameSnapshot(snapshotId, name || undefined)),
});
