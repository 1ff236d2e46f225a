import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const blockHashAndNumber = method('blockHashAndNumber', noParams, ({ chain }) => {
  const { hash, number } = chain.latest;
  return { block_hash: hex(hash), block_number: number };
});
