import type { Hex, RpcResult, Sandbox } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';
import { debugHint } from '../../libraryNode/debugHint.ts';
import { type FailurePlace, failurePlace } from './failurePlace.ts';
import type { KnownAddress } from './values/values.ts';
import type { World } from './world.ts';

/** What is known of the last transaction of a failing sequence. */
export interface FailureDetails {
  /** Its calls, what they changed, and what went wrong, as text; empty if there was no transaction. */
  readonly explanation: string;
  /** Where it panicked, or where the contracts wrote to their storage last; undefined if they did neither. */
  readonly place: FailurePlace | undefined;
  /** The commands that open the place in the debugger. */
  readonly debug: string | undefined;
}

type Explained = RpcResult<'devnet_explainTransaction'>;
type ExplainedCall = Explained['calls'][number];

/** The most blocks that are searched for the last transaction: time and empty blocks may have passed since. */
const MOST_BLOCKS = 100;

/** Looks at the last transaction of a sandbox in which a failing sequence has just run. */
export async function failureDetails({ box, contracts, setting, startBlock }: World): Promise<FailureDetails> {
  const hash = await lastTransaction(box, startBlock);
  if (hash === undefined) return { explanation: '', place: undefined, debug: undefined };
  const own = new Set(Object.values(contracts).map(({ address }) => BigInt(address)));
  // What cannot be explained or recorded has failed all the same.
  const explained = await ownRequest(box)('devnet_explainTransaction', { transaction_hash: hash }).catch(
    () => undefined,
  );
  const isReverted = explained !== undefined && explained.status !== 'SUCCEEDED';
  const place = await failurePlace(box, hash, own, isReverted).catch(() => undefined);
  const debug = await debugHint(() => box.saveState(), hash, place?.moment);
  const explanation = explained ? withNames(explanationText(explained, own), setting.hints.addresses) : '';
  return { explanation, place, debug };
}

/** A text with the names of actors and contracts in place of their addresses. */
const withNames = (text: string, addresses: readonly KnownAddress[]): string =>
  addresses.reduce((named, { name, address }) => named.replaceAll(new RegExp(`${address}\\b`, 'g'), name), text);

/** The calls of the transaction and what they wrote, without its fee; all that is known if it was reverted. */
function explanationText({ status, text, calls, storage_changes }: Explained, own: ReadonlySet<bigint>): string {
  if (status !== 'SUCCEEDED') return text.trimEnd();
  const execute = calls.find(({ phase }) => phase === 'EXECUTE');
  // The account's own call is around those of the user.
  const called = execute ? execute.calls : calls.filter(({ phase }) => phase === 'L1_HANDLER');
  const changes = storage_changes
    .filter(({ contract_address }) => own.has(BigInt(contract_address)))
    .map(({ contract_name, contract_address, path, key, before, after, value_before, value_after }) => {
      const values =
        value_after === null
          ? [before, after]
          : [value_before, value_after].map((value) => JSON.stringify(value).replaceAll('"', ''));
      return `${contract_name ?? contract_address} ${path ?? key}: ${values.join(' → ')}`;
    });
  return [...called.flatMap((call) => callLines(call, '')), ...changes].join('\n');
}

/** A call with its events and inner calls below it. */
function callLines(call: ExplainedCall, indent: string): readonly string[] {
  const { contract_name, contract_address, text, result_text, end } = call;
  const result = end === 'RETURNED' ? (result_text ? ` → ${result_text}` : '') : ` ${end.toLowerCase()}`;
  return [
    `${indent}${contract_name ?? contract_address}.${text}${result}`,
    ...call.events.map((event) => `${indent}  emit ${event.text}`),
    ...call.calls.flatMap((inner) => callLines(inner, `${indent}  `)),
  ];
}

/** The hash of the last transaction after a block; undefined if there is none. */
async function lastTransaction(box: Sandbox, start: number): Promise<Hex | undefined> {
  const request = ownRequest(box);
  const newest = await box.blocks.number();
  const open = await request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
  if (open.transactions.length > 0) return open.transactions.at(-1);
  for (let number = newest; number > Math.max(start, newest - MOST_BLOCKS); number--) {
    const { transactions } = await request('starknet_getBlockWithTxHashes', { block_id: { block_number: number } });
    if (transactions.length > 0) return transactions.at(-1);
  }
  return undefined;
}
