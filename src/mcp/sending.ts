// Transactions of an agent: read by the ABI, sent in a branch, and told in short.

import { STRK } from '../chain/value/token.ts';
import type { SentTransaction } from '../library/sending/sentTransaction.ts';
import type { CallExplanation, TransactionExplanation } from '../rpc/format/explanation.ts';
import { groupedDigits } from '../text/groupedDigits.ts';
import { roundedTokens } from '../text/tokenAmount.ts';
import type { Branch } from './branch.ts';
import type { GivenCall } from './fields.ts';
import { addressOf, type PreparedCall, prepareCall } from './names.ts';
import { withNames } from './withNames.ts';

/** A transaction that was sent, and what it did. */
export interface Sent {
  readonly transaction: SentTransaction;
  readonly explained: TransactionExplanation;
  readonly calls: readonly PreparedCall[];
}

/** Sends calls as one transaction. A transaction that is reverted is a result too. */
export async function sendCalls(branch: Branch, given: readonly GivenCall[], from: string | undefined): Promise<Sent> {
  const { box } = branch;
  const calls = await Promise.all(given.map((call) => prepareCall(branch, call)));
  const sender = from === undefined ? {} : { from: await addressOf(branch, from) };
  const transaction = await box.execute(
    calls.map(({ to, entry, calldata }) => ({ contractAddress: to, entrypoint: entry.name, calldata })),
    { ...sender, allowRevert: true },
  );
  const explained = await box.request('devnet_explainTransaction', { transaction_hash: transaction.transactionHash });
  return { transaction, explained, calls };
}

/** Whether it succeeded, what it used and cost. */
export function outcomeText({ transaction, explained }: Sent): string {
  const { receipt, fee } = transaction;
  const gas = `${groupedDigits(receipt.execution_resources.l2_gas)} L2 gas, fee ${roundedTokens(fee)} STRK`;
  return `${explained.status === 'SUCCEEDED' ? 'succeeded' : 'was reverted'}; ${gas}`;
}

/** What it returned, emitted, printed and wrote, or why it failed and where. */
export function effectsText(branch: Branch, { explained }: Sent): string {
  if (explained.status !== 'SUCCEEDED') return withNames(branch, failureText(explained));
  const made = explained.calls.find(({ phase }) => phase === 'EXECUTE')?.calls ?? [];
  const results = made.map(({ text: call, result_text }) => `${call}${result_text ? ` returned ${result_text}` : ''}`);
  const changes = explained.storage_changes
    .filter(
      ({ contract_address }) =>
        BigInt(contract_address) !== STRK.address ||
        made.some((call) => BigInt(call.contract_address) === STRK.address),
    )
    .map(({ contract_name, contract_address, path, key, value_before, value_after, before, after }) => {
      const name = `${contract_name ?? contract_address}.${path ?? key}`;
      return `${name}: ${valueText(value_before ?? before)} -> ${valueText(value_after ?? after)}`;
    });
  const parts = [
    results,
    titled('Events:', made.flatMap(eventsOf)),
    titled('Printed:', made.flatMap(printsOf)),
    titled('Storage:', changes),
  ];
  return withNames(branch, parts.flat().join('\n'));
}

/** Why a transaction failed and where, and the tree of its own calls. */
export function failureText({ text: whole }: TransactionExplanation): string {
  const [reason = '', calls = ''] = whole.trimEnd().split('\n\n');
  // Of the phases of a transaction, validation and the fee are no news, unless it failed there.
  const phases = calls.split(/\n(?=\S+(?: \S+)?: )/);
  const own = phases.filter((phase) => phase.startsWith('execute: ') || /\b(?:panicked|failed)\b/.test(phase));
  return [reason, '', ...own].join('\n').trimEnd();
}

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

const eventsOf = (call: CallExplanation): readonly string[] => [
  ...call.events.map(({ text: event }) => `${call.contract_name ?? ''} ${event}`.trim()),
  ...call.calls.flatMap(eventsOf),
];

const printsOf = (call: CallExplanation): readonly string[] => [
  ...call.prints.map((print) => print.trimEnd()),
  ...call.calls.flatMap(printsOf),
];

/** A decoded value of storage. */
export const valueText = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given));
