import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const blockHashAndNumber = method({
  name: 'blockHashAndNumber',
  group: 'chain',
  summary: 'The hash and the number of the latest sealed block.',
  kind: 'read',
  params: noParams,
  run: ({ chain }) => {
    const { hash, number } = chain.latest;
    return { block_hash: hex(hash), block_number: number };
  },
});
