import type { Cheat } from '../execution/cheats.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { failed } from '../protocol/chainError.ts';
import { limits } from '../protocol/limits.ts';
import type { Context } from './context.ts';
import { optional } from './decode/decoder.ts';
import { address } from './decode/felt.ts';
import { countUpTo } from './decode/wholeNumber.ts';

/** The parameters that tell which calls a cheat changes. */
export const cheatedCalls = { contract_address: optional(address), calls: optional(countUpTo('cheatedCalls')) };

/** Puts a cheat into force. */
export async function addCheat(
  { write, nameOf }: Context,
  { contractAddress, calls }: { readonly contractAddress: Felt | undefined; readonly calls: number | undefined },
  effect: Cheat['effect'],
): Promise<{ readonly cheat_id: number }> {
  return write((draft) => {
    const { cheats } = draft.view.value;
    if (cheats.all.length >= limits.cheats)
      throw failed(`There are ${limits.cheats} cheats, the most that are kept. Stop some with ${nameOf('stopCheat')}.`);
    const callee = contractAddress === undefined ? undefined : keyOf(contractAddress);
    draft.setCheats(cheats.with({ contractAddress: callee, callsLeft: calls, effect }));
    return { cheat_id: cheats.nextId };
  });
}
