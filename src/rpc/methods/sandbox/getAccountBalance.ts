import { balanceOf } from '../../balance.ts';
import { blockId } from '../../decode/blockId.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { unit } from '../../decode/wholeNumber.ts';
import { method } from '../../method.ts';
import { namingNoBlock } from '../../rewordErrors.ts';
import { failed } from '../../rpcError.ts';

const params = struct('BalanceQuery', { address: felt, unit: optional(unit), block_id: optional(blockId) });

const END = 2n ** 251n;

export const getAccountBalance = method({
  name: 'getAccountBalance',
  group: 'sandbox',
  summary: 'The balance of an account in one of the two fee tokens.',
  kind: 'read',
  // Its own error says that there is no such block here.
  origin: 'none',
  params,
  run: async ({ node, chain }, { address, unit = 'FRI', blockId = 'latest' }) => {
    if (address > END) throw failed(`Out of range [0x0, 0x${END.toString(16)}).`);
    const balance = await namingNoBlock(() => balanceOf(node, chain, address, unit, blockId));
    return { amount: balance.toString(), unit };
  },
});
