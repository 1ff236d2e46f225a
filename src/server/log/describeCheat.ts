import { formatFelt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import type { CallReport } from '../../rpc/dispatch.ts';
import type { Description } from './describeTransaction.ts';

const CHEATING: ReadonlySet<string> = new Set([
  'devnet_mockCall',
  'devnet_cheatCaller',
  'devnet_cheatBlock',
  'devnet_stopCheat',
]);

/** What a call that made or stopped a cheat did, from the chain as it is now. Undefined for another call. */
export function changedCheats({ name, result, node }: CallReport): Description | undefined {
  if (!CHEATING.has(name ?? '')) return undefined;
  const { all } = node.chain.value.cheats;
  const id = (result as { readonly cheat_id?: number }).cheat_id;
  const made = all.find((cheat) => cheat.id === id);
  const contract = made?.contractAddress === undefined ? 'every contract' : formatFelt(feltOf(made.contractAddress));
  const calls =
    made?.callsLeft === undefined
      ? 'until it is stopped'
      : `for ${made.callsLeft} ${made.callsLeft === 1 ? 'call' : 'calls'}`;
  return {
    text: `${made ? `cheat ${made.id} on ${contract} ${calls}, ` : ''}cheats in force: ${all.length}`,
    fields: () => ({ ...(id === undefined ? {} : { cheat_id: id }), cheats: all.length }),
  };
}
