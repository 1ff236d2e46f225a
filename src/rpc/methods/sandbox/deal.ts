import type { StateEdit } from '../../../chain/run/broadcast.ts';
import { balanceCell, readBalance } from '../../balance.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { amount } from '../../decode/wholeNumber.ts';
import { editState } from '../../editState.ts';
import { method } from '../../method.ts';

const params = struct('Deal', { token: address, address, amount, balances: optional(text('textChars')) });

/** Sets the balance of any ERC-20 token, by the storage name its class keeps balances under. */
export const deal = method({
  name: 'deal',
  group: 'sandbox',
  summary: 'Sets the balance that an account has of any ERC-20 token.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, { token, address, amount, balances }) => {
    await editState(context, async (draft) => {
      const edited = async (edit: StateEdit) => {
        const copy = draft.copy();
        await copy.applyStateEdit(edit);
        return copy.view;
      };
      const entries = await balanceCell(draft.view, edited, 'open', { token, address, amount, map: balances });
      return { storage: [{ address: token, entries }] };
    });
    return { new_balance: (await readBalance(context.node.chain, token, address, 'open')).toString() };
  },
});
