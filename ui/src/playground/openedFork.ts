// The chain of a fork that was opened from a file. What its origin answered is in such files alone, so it is saved as one again.
import type { Sandbox } from '../../../src/browser.ts';
import type { Felt } from '../../../src/felt/felt.ts';
import { type AnswerRow, encodeMoment, type Moment, type MomentPlace } from '../../../src/stateFile/momentFile.ts';

/** The file, without the chain as it was. */
export interface OpenedFork extends Omit<Moment, 'state'> {
  readonly answers: readonly AnswerRow[];
}

/** Undefined if the file has no fork. */
export function openedFork({ state: _state, answers, ...file }: Moment): OpenedFork | undefined {
  return answers && { ...file, answers };
}

/** Whether a sandbox that was opened from a file still has the fork of the file, and not one of a node. */
export async function isInFile(box: Sandbox): Promise<boolean> {
  const { fork_config } = await box.request('devnet_getConfig');
  return fork_config.url !== null && !/^https?:/.test(fork_config.url);
}

/** The file of the present chain. */
export async function saveFork(box: Sandbox, opened: OpenedFork): Promise<Uint8Array> {
  const [place, state] = await Promise.all([placeIn(box, opened), box.saveState()]);
  return encodeMoment({
    ...opened,
    ...place,
    state: (file) => file.append(state),
    // Together they may be more than one text may have.
    answers: opened.answers.map((row) => [row]),
  });
}

/** Where the file leads: to the transaction of the opened file, or to the last one if the chain was set back before it. */
async function placeIn(box: Sandbox, { transaction, moment }: MomentPlace): Promise<MomentPlace> {
  const isThere = await box
    .request('starknet_getTransactionReceipt', { transaction_hash: `0x${transaction.toString(16)}` })
    .then(
      () => true,
      () => false,
    );
  if (isThere) return { transaction, moment };
  const { transactions } = await box.request('devnet_getTransactions', { limit: 1 });
  return { transaction: transactions[0] ? (BigInt(transactions[0].transaction_hash) as Felt) : transaction, moment: 0 };
}
