import { optional, struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { amount, unit } from '../../decode/wholeNumber.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { failed, LateError } from '../../rpcError.ts';

const params = struct('MintTokensRequest', { address, amount, unit: optional(unit) });

export const mint = method({
  name: 'mint',
  group: 'sandbox',
  summary: 'Gives an address an amount of a fee token.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  journalNumbers: { fields: ['', 'amount'], form: 'integer' },
  restricted: 'default',
  run: async ({ write }, { address, amount, unit = 'FRI' }) => {
    const { transactionHash, newBalance, revertReason } = await write((draft) =>
      draft.openBlock.mint(address, amount, unit),
    );
    const hash = hex(transactionHash);
    if (revertReason !== undefined)
      throw new LateError(failed('Minting reverted', { data: { tx_hash: hash, revert_reason: revertReason } }));
    return { new_balance: newBalance.toString(), unit, tx_hash: hash };
  },
});
