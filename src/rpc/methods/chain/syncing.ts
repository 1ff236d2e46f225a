import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

/** There is nothing to catch up with. */
export const syncing = method({
  name: 'syncing',
  group: 'chain',
  kind: 'read',
  params: noParams,
  run: () => false,
});
