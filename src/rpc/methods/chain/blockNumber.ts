import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const blockNumber = method({
  name: 'blockNumber',
  group: 'chain',
  summary: 'The number of the latest sealed block.',
  kind: 'read',
  params: noParams,
  run: ({ chain }) => chain.latest.number,
});
