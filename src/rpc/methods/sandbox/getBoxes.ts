import { boxesOf } from '../../boxes.ts';
import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const getBoxes = method({
  name: 'getBoxes',
  group: 'sandbox',
  summary: 'All boxes of the server, oldest first, and how many there can be.',
  kind: 'read',
  params: noParams,
  restricted: 'hidden',
  run: (context) => {
    const boxes = boxesOf(context);
    return {
      max_boxes: boxes.most,
      boxes: boxes.list().map(({ id, path, node, clientCount, idleSeconds }) => ({
        box_id: id,
        path,
        block_number: node.chain.latest.number,
        clients: clientCount,
        idle_seconds: idleSeconds,
      })),
    };
  },
});
