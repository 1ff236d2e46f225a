import { boxesOf } from '../../boxes.ts';
import { struct, text } from '../../decode/decoder.ts';
import { method } from '../../method.ts';

const params = struct('DropBox', { box_id: text('textChars') });

export const dropBox = method({
  name: 'dropBox',
  group: 'sandbox',
  summary:
    'Ends a box: its running requests are cut and its sockets closed. Returns `false` if there is none with this id.',
  kind: 'read',
  params,
  restricted: 'hidden',
  run: (context, { boxId }) => boxesOf(context).drop(boxId),
});
