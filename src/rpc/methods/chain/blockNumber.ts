import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const blockNumber = method({
  name: 'blockNumber',
  group: 'chain',
  kind: 'read',
  params: noParams,
  run: ({ chain }) => chain.latest.number,
});
