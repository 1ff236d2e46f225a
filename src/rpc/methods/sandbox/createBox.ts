import { boxesOf } from '../../boxes.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { snapshotId } from '../../decode/snapshotId.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';
import { snapshotOf } from '../../snapshots.ts';

const params = optionalParams(struct('CreateBox', { snapshot_id: optional(snapshotId) }));

/** Makes an independent chain that the server serves below a path of its own, for one of many parallel clients. */
export const createBox = method({
  name: 'createBox',
  group: 'sandbox',
  summary: 'Makes a box: a clone of the chain, or of one of its snapshots, that is served below a path of its own.',
  kind: 'read',
  params,
  restricted: 'hidden',
  run: (context, { snapshotId }) => {
    const boxes = boxesOf(context);
    const { node, nameOf } = context;
    const from = snapshotId === undefined ? undefined : snapshotOf(node, snapshotId);
    const box = boxes.create(node, from);
    if (!box)
      throw new RpcError('failed', {
        message: `There are ${boxes.most} boxes, the most this server takes. End one with ${nameOf('dropBox')}, or start with a larger --max-boxes.`,
      });
    return { box_id: box.id, path: box.path };
  },
});
