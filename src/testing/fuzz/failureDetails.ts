import type { Hex, RpcResult, Sandbox } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';
import { debugHint } from '../../libraryNode/debugHint.ts';
import { shownPath } from '../../tools/coverage/shownPath.ts';
import type { KnownAddress } from './values/values.ts';
import type { World } from './world.ts';

/** What is known of the last transaction of a failing sequence. */
export interface FailureDetails {
  /** Its calls, what they changed, and what went wrong, as text; empty if there was no transaction. */
  readonly explanation: string;
  /** Where it panicked, or where the contracts wrote to their storage last, as `src/token.cairo:42`. */
  readonly lines: readonly string[];
  /** Why there are no lines, if there are none. */
  readonly missing: string | undefined;
  /** The command that opens it in the debugger. */
  readonly debug: string | undefined;
}

type Explained = RpcResult<'devnet_explainTransaction'>;
type ExplainedCall = Explained['calls'][number];

/** The most blocks that are searched for the last transaction: time and empty blocks may have passed since. */
const MOST_BLOCKS = 100;
const MOST_LINES = 5;
/** The most places that are looked at in one transaction. */
const MOST_STOPS = 2000;

/** Looks at the last transaction of a sandbox in which a failing sequence has just run. */
export async function failureDetails({ box, contracts, setting, startBlock }: World): Promise<FailureDetails> {
  const hash = await lastTransaction(box, startBlock);
  if (hash === undefined) return { explanation: '', lines: [], missing: undefined, debug: undefined };
  const own = new Set(Object.values(contracts).map(({ address }) => BigInt(address)));
  const explained = await ownRequest(box)('devnet_explainTransaction', { transaction_hash: hash });
  const lines = await linesOf(box, hash, own).catch(() => []);
  const debug = await debugHint(() => box.saveState(), hash);
  const missing =
    lines.length > 0
      ? undefined
      : 'No line of Cairo is known: the classes have no debug information. docs/debugging.md says how to build with it.';
  const explanation = withNames(explanationText(explained, own), setting.hints.addresses);
  return { explanation, lines, missing, debug };
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

/** Where contracts panicked, or wrote to their storage. */
async function linesOf(box: Sandbox, hash: Hex, own: ReadonlySet<bigint>): Promise<readonly string[]> {
  const debug = await box.debug(hash);
  const found = { panic: new Set<string>(), storage: new Set<string>() };
  debug.breakOn('panic', 'storage');
  for (let stops = 0; stops < MOST_STOPS && !debug.isAtEnd; stops++) {
    debug.continue();
    const { position, reason } = debug;
    if (!position || (reason !== 'panic' && reason !== 'storage') || !own.has(BigInt(position.contractAddress)))
      continue;
    const frame = debug.stack().find(({ file }) => file !== undefined);
    if (frame?.file === undefined) continue;
    const place = `${shownPath(frame.file, process.cwd())}:${frame.line}`;
    found[reason].delete(place);
    found[reason].add(place);
  }
  return [...(found.panic.size > 0 ? found.panic : found.storage)].slice(-MOST_LINES);
}
