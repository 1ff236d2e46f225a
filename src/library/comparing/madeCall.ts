// What a transaction with one call did, so that two of them can be compared.
import { SEQUENCER_ADDRESS } from '../../chain/value/seal.ts';
import { balanceAddress } from '../../chain/value/token.ts';
import type { Felt } from '../../felt/felt.ts';
import { errors } from '../../protocol/errors.ts';
import type { CallExplanation } from '../../rpc/format/explanation.ts';
import { SandboxError } from '../errors.ts';
import { nodeOf, ownRequest } from '../requests/connection.ts';
import type { SendRequest } from '../requests/requests.ts';
import type { SentTransaction } from '../sending/sentTransaction.ts';
import type { Hex } from '../values.ts';

/** Something that differs after a call. */
export interface CallDifference {
  /** The position of the call in the list. */
  readonly index: number;
  readonly call: string;
  readonly what: 'result' | 'events' | 'storage' | 'gas';
  /** The variable of storage; otherwise the same as `what`. */
  readonly name: string;
  readonly here: string;
  readonly there: string;
}

/** What a call did. */
export interface MadeCall {
  readonly text: string;
  readonly result: string;
  readonly events: string;
  /** L2 gas. */
  readonly gas: string;
  /** The cells that it changed, by their keys and contracts. */
  readonly storage: ReadonlyMap<string, ChangedCell>;
}

interface ChangedCell {
  readonly name: string;
  readonly after: string;
  /** The value as its type has it. */
  readonly text: string;
}

/** Addresses here and what they are there. */
export type Moved = ReadonlyMap<bigint, string>;

/** What a transaction did. `text`: the call, if it cannot be told; `moved`: addresses that are others in this sandbox. */
export async function madeCallOf(
  box: { readonly request: SendRequest },
  hash: Hex,
  { revert_reason = '' }: Pick<SentTransaction['receipt'], 'revert_reason'>,
  { text = '', moved = new Map() }: { readonly text?: string; readonly moved?: Moved } = {},
): Promise<MadeCall> {
  const explained = await ownRequest(box)('devnet_explainTransaction', { transaction_hash: hash });
  const back = new Map([...moved].map(([here, there]) => [BigInt(there), here]));
  // Addresses are those of here; the names of the classes may differ.
  const hereOf = (address: string) => `0x${(back.get(BigInt(address)) ?? BigInt(address)).toString(16)}`;
  const execute = explained.calls.find(({ phase }) => phase === 'EXECUTE');
  // The account's own call is around it.
  const called = execute ? execute.calls[0] : explained.calls.find(({ phase }) => phase === 'L1_HANDLER');
  const fee = { token: nodeOf(box).system.strkAddress, cells: feeCells(execute?.contract_address) };
  // By cells: another layout may have the same variable in other ones.
  const storage = explained.storage_changes.flatMap(({ contract_address, path, cells, value_after }) =>
    cells
      .filter(({ key }) => BigInt(contract_address) !== fee.token || !fee.cells.has(BigInt(key)))
      .map(({ key, after }): [string, ChangedCell] => {
        const at = `${key} of ${hereOf(contract_address)}`;
        const name = path === null ? at : `${path} (${key}) of ${hereOf(contract_address)}`;
        return [at, { name, after, text: value_after !== null && cells.length === 1 ? plainText(value_after) : after }];
      }),
  );
  return {
    text: called?.text ?? text,
    result:
      explained.status === 'SUCCEEDED'
        ? `returned ${called?.result_text || called?.retdata?.join(', ') || 'nothing'}`
        : `reverted: ${new SandboxError('', { ...errors.transactionExecutionError, data: { revert_reason } }).reason}`,
    events: called && explained.status === 'SUCCEEDED' ? eventsOf(called).join('; ') : '',
    gas: explained.fee?.l2_gas ?? '',
    storage: new Map(storage),
  };
}

/** The balances that the fee of a transaction changes: those of its sender and of the sequencer. */
const feeCells = (sender: string | undefined): ReadonlySet<bigint> =>
  new Set(
    (sender === undefined ? [] : [BigInt(sender) as Felt, SEQUENCER_ADDRESS]).flatMap((account) => {
      const cell = balanceAddress(account);
      return [cell, cell + 1n];
    }),
  );

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const eventsOf = (call: CallExplanation): readonly string[] => [
  ...call.events.map(({ text }) => text),
  ...call.calls.flatMap(eventsOf),
];

/** What differs between two calls. */
export function* differencesBetween(here: MadeCall, there: MadeCall): Iterable<Omit<CallDifference, 'index' | 'call'>> {
  for (const what of ['result', 'events'] as const)
    if (here[what] !== there[what]) yield { what, name: what, here: here[what], there: there[what] };
  for (const cell of new Set([...here.storage.keys(), ...there.storage.keys()])) {
    const [mine, other] = [here.storage.get(cell), there.storage.get(cell)];
    if (mine?.after === other?.after) continue;
    const name = (mine ?? other)!.name;
    yield { what: 'storage', name, here: mine?.text ?? 'unchanged', there: other?.text ?? 'unchanged' };
  }
  if (here.gas !== there.gas) yield { what: 'gas', name: 'gas', here: here.gas, there: there.gas };
}
