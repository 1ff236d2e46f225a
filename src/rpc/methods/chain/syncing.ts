import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

/** There is nothing to catch up with. */
export const syncing = method({
  name: 'syncing',
  group: 'chain',
  summary: 'Always `false`: there is nothing to catch up with.',
  kind: 'read',
  params: noParams,
  run: () => false,
});
