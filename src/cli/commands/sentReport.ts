// What the commands that send a transaction print about it.
import type { SendRequest } from '../../library/requests/requests.ts';
import type { SentTransaction } from '../../library/sending/sentTransaction.ts';
import type { CallExplanation, DecodedValue, TransactionExplanation } from '../../rpc/format/explanation.ts';
import { BUILD_ADVICE } from '../../server/log/adviceOn.ts';
import { safeLine } from '../../text/safeText.ts';
import { lacksBuild } from './explain.ts';
import type { CommandArguments } from './readArguments.ts';
import { tokenText } from './tokenAmount.ts';

/** A row of the report: `fee  0.0017 STRK`. */
export type Row = readonly [label: string, text: string];

/** A transaction that was sent, with what the node says about it; undefined for nodes that explain nothing. */
export interface ExplainedSent {
  readonly sent: SentTransaction;
  readonly explained: TransactionExplanation | undefined;
}

/** Characters of a value that is printed. */
const MAX_TEXT = 2000;
const LABEL_WIDTH = 13;

/** Asks the node to explain a transaction. An explanation is no reason to fail: the transaction was sent. */
export async function explainSent(
  request: SendRequest,
  sent: SentTransaction,
  { json, color }: Pick<CommandArguments, 'json' | 'color'>,
): Promise<ExplainedSent> {
  const params = { transaction_hash: sent.transactionHash, ...(color && !json && { color }) };
  return { sent, explained: await request('devnet_explainTransaction', params).catch(() => undefined) };
}

export const isReverted = ({ receipt }: SentTransaction): boolean => receipt.execution_status === 'REVERTED';

/** The calls that the account made for the user, in their order. */
export const callsOf = ({ explained }: ExplainedSent): readonly CallExplanation[] =>
  explained?.calls.find(({ phase }) => phase === 'EXECUTE')?.calls ?? [];

/** Prints a headline, the rows, and for a failure the whole explanation. Returns the exit code. */
export function printReport(headline: string, rows: readonly Row[], { sent, explained }: ExplainedSent): number {
  const lines = rows.map(([label, text]) => `  ${label.padEnd(LABEL_WIDTH)}${text}`);
  process.stdout.write(`${[headline, ...lines].join('\n')}\n`);
  if (!isReverted(sent)) return 0;
  const reason = `The transaction was reverted: ${safeLine(sent.receipt.revert_reason ?? 'no reason is known')}\n`;
  process.stdout.write(`\n${explained?.text ?? reason}`);
  if (explained && lacksBuild(explained)) process.stderr.write(`\n${BUILD_ADVICE}\n`);
  return 1;
}

/** Prints JSON. Returns the exit code. */
export function printJson(value: object, sent: SentTransaction | undefined): number {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  return sent && isReverted(sent) ? 1 : 0;
}

/** Where a transaction is: `block 5`, or the open block. */
export const placeOf = ({ receipt }: SentTransaction): string =>
  receipt.finality_status === 'PRE_CONFIRMED' || receipt.block_number === undefined
    ? 'the open block'
    : `block ${receipt.block_number}`;

export const feeText = ({ fee }: SentTransaction): string => `${tokenText(fee)} STRK`;

/** The events of a transaction but for those of its fee and of `except`. */
export function eventRows(explained: ExplainedSent, except?: string): readonly Row[] {
  if (isReverted(explained.sent)) return [];
  return eventsOf(explained, except).map(({ contract_address, contract_name, text }) => [
    'event',
    safeLine(`${contract_name ?? contract_address}: ${text}`.slice(0, MAX_TEXT)),
  ]);
}

/** The events by the calls that emitted them; as the receipt has them if nothing is explained. */
function eventsOf({ sent, explained }: ExplainedSent, except?: string) {
  const root = explained?.calls.find(({ phase }) => phase === 'EXECUTE');
  const found = root
    ? emittedIn(root)
    : sent.events.map(({ from_address, keys, data }) => ({
        contract_address: from_address,
        contract_name: null,
        name: null,
        members: null,
        keys,
        data,
        text: `[${keys.join(', ')}] [${data.join(', ')}]`,
      }));
  return found.filter(({ contract_address }) => contract_address !== except);
}

/** The events of a call and of its inner calls, in their order. */
function emittedIn({ contract_address, contract_name, events, calls, sequence }: CallExplanation): FoundEvent[] {
  const waiting = { event: [...events], call: [...calls] };
  return sequence.flatMap((act) => {
    if (act === 'CALL') return waiting.call.length > 0 ? emittedIn(waiting.call.shift()!) : [];
    const event = act === 'EVENT' ? waiting.event.shift() : undefined;
    if (!event) return [];
    const { name, members, keys, data } = event;
    // Texts of explanations shorten addresses, and users copy them from here.
    const isShort = event.text.includes('…') && name !== null && members !== null;
    const text = isShort ? `${name}${membersText(members)}` : event.text;
    return [{ contract_address, contract_name, name, members, keys, data, text }];
  });
}

interface FoundEvent extends Pick<CallExplanation['events'][number], 'name' | 'members' | 'keys' | 'data' | 'text'> {
  readonly contract_address: string;
  readonly contract_name: string | null;
}

const membersText = (members: DecodedValue): string => valueText(members).replace(/^\{(.*)\}$/s, '($1)');

function valueText(value: DecodedValue): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${valueText(member)}`)
    .join(', ')}}`;
}

/** What scripts read of a transaction. */
export function sentJson(explained: ExplainedSent, except?: string) {
  const { transactionHash, receipt } = explained.sent;
  return {
    transaction_hash: transactionHash,
    execution_status: receipt.execution_status,
    finality_status: receipt.finality_status,
    block_number: receipt.block_number ?? null,
    actual_fee: receipt.actual_fee,
    revert_reason: receipt.revert_reason ?? null,
    reason: explained.explained?.reason ?? null,
    events: isReverted(explained.sent)
      ? []
      : eventsOf(explained, except).map(({ text: _, contract_address, ...event }) => ({
          from_address: contract_address,
          ...event,
        })),
  };
}
