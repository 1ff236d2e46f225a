// Exchanges messages with L1: first what L1 sent, then what L2 sent, what L1's messages caused included. Each message is
// either done or still waiting when a flush ends, also when it ends with an error.

import { finishInSlices } from '../../async/steps.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { ChainDraft } from '../../chain/draft/chainDraft.ts';
import type { L1Cursor, L1Node, MockL1 } from '../../chain/l1Connection.ts';
import type { MessageToL1, MessageToL2 } from '../../chain/run/broadcast.ts';
import { chainTime } from '../../chain/value/seal.ts';
import type { Felt } from '../../felt/felt.ts';
import { L1Client } from '../../l1/l1Client.ts';
import { L1Error } from '../../l1/l1Error.ts';
import { type LoggedMessages, messagesFromL1 } from '../../l1/messagesFromL1.ts';
import { messagesToL1 } from '../../l1/messagesToL1.ts';
import { receiveOnMock } from '../../l1/mockL1.ts';
import { evmFrom, type L1Evm } from '../../l1evm/loadEvm.ts';
import { hint, message, type Words } from '../../protocol/message.ts';
import type { Context } from '../context.ts';
import { hex } from '../format/hex.ts';
import { formatMessageToL2 } from '../format/message.ts';
import { controlEntry } from '../journal/journalEntry.ts';
import { failed, LateError, RefusedMessage, RpcError } from '../rpcError.ts';
import { type Delivered, type DeliverOptions, deliver } from './deliver.ts';

/** What a flush exchanged. */
export interface Flushed {
  readonly toL1: readonly MessageToL1[];
  readonly toL2: readonly MessageToL2[];
  /** The transactions that the messages to L2 became. */
  readonly hashes: readonly Felt[];
  readonly provider: string;
}

/** Messages that wait on the mock L1, by their nonces. */
export interface Exceptions {
  /** Those that go on waiting. */
  readonly waiting?: readonly Felt[] | undefined;
  /** Those that are never delivered. */
  readonly leftOut?: readonly Felt[] | undefined;
}

type Failures = DeliverOptions['failures'];

export async function flush(
  { write, fetch, loadEvm }: Pick<Context, 'write' | 'fetch' | 'loadEvm'>,
  exceptions: Exceptions = {},
): Promise<Flushed> {
  const l1 = await write((draft) => draft.view.l1);
  if (!l1)
    throw internal(
      "Error in fetching messages to L2: Message is not configured, ensure you've used `postman/load_l1_messaging_contract` endpoint first.",
      message`No L1 is loaded. ${hint('loadL1')} first, or start with ${hint('mockL1')}.`,
    );
  const failures: Failures = new Map();
  if (l1.kind === 'mock') return flushMock(write, exceptions, failures);
  if (exceptions.waiting || exceptions.leftOut)
    throw failed('Only the mock L1 can leave out messages: flush without `waiting` and `left_out`.');
  if (l1.kind === 'evm') return flushEvm(write, await evmFrom(loadEvm), failures);
  return flushNode(write, new L1Client(l1.url, fetch), failures);
}

/** With an EVM in this process all is one change, too. What a dump has are the messages to L2: it has no transactions of L1. */
async function flushEvm(write: Context['write'], evm: L1Evm, failures: Failures): Promise<Flushed> {
  const { failure, ...flushed } = await write(async (draft) => {
    const { l1, surroundings, runOptions } = draft.view;
    if (l1?.kind !== 'evm') throw changed('fetching messages to L2');
    const found = await evm.messagesOf(l1, () => draft.view.rest());
    const delivered = await deliverFound(draft, l1, found, failures);
    // A message that is left out is told of once, so there is one of them in a flush.
    const pending = delivered.leftOut ? [] : await draft.messages.pending();
    const now = chainTime(draft.view.value, surroundings.now());
    const before = { ...l1, cursor: delivered.cursor };
    const sent = await evm.withMessages(before, pending, now, runOptions.signal).catch((error: unknown) => {
      throw error instanceof L1Error ? l1Failure('sending messages to L1', error) : error;
    });
    await draft.messages.settle(sent.outcomes);
    // What changes nothing must not look like a change to those who wait for one.
    if (sent.l1.head !== l1.head || !isSamePlace(delivered.cursor, l1.cursor)) draft.messages.setL1(sent.l1);
    const { toL2, hashes } = delivered;
    const refusal = sent.refusal && new RefusedMessage(l1Failure('sending messages to L1', sent.refusal));
    return { toL1: sent.taken, toL2, hashes, provider: 'evm', failure: refusal ?? delivered.failure };
  });
  if (failure) throw failure;
  return flushed;
}

const isSamePlace = (a: L1Cursor, b: L1Cursor): boolean => a.block === b.block && a.logIndex === b.logIndex;

/** With the mock all is one change; it is journaled as a whole, since the mock can do it again. */
async function flushMock(
  write: Context['write'],
  { waiting = [], leftOut = [] }: Exceptions,
  failures: Failures,
): Promise<Flushed> {
  const { failure, ...flushed } = await write(async (draft) => {
    const mock = mockOf(draft.view);
    const [kept, dropped] = [new Set(waiting), new Set(leftOut)];
    const tried = mock.sent.filter(({ nonce }) => !kept.has(nonce) && !dropped.has(nonce));
    const { toL2, hashes, failure, ...delivered } = await deliver(draft, tried, { failures, isByPosition: false });
    const toL1 = await draft.messages.pending();
    await draft.messages.settle(toL1.map(() => ({})));
    for (const { nonce } of delivered.waiting) kept.add(nonce);
    if (delivered.leftOut) dropped.add(delivered.leftOut.nonce);
    const sent = mock.sent.filter(({ nonce }) => kept.has(nonce));
    draft.messages.setL1(await finishInSlices(receiveOnMock({ ...mock, sent }, toL1)));
    const isAll = sent.length === 0 && dropped.size === 0;
    // A load delivers the same, whatever could be delivered then.
    const entry = { dry_run: false, waiting: sent.map(nonceOf), left_out: [...dropped].map(hex) };
    if (sent.length < mock.sent.length || toL1.length > 0)
      draft.record(controlEntry('postmanFlush', isAll ? null : entry));
    return { toL1, toL2, hashes, provider: 'mock', failure };
  });
  if (failure) throw failure;
  return flushed;
}

const nonceOf = ({ nonce }: MessageToL2) => hex(nonce);

/** Both halves are done, whatever one of them fails with: messages to L1 need no origin. */
async function flushNode(write: Context['write'], client: L1Client, failures: Failures): Promise<Flushed> {
  const { l1, toL2, hashes, failure } = await deliverFromNode(write, client, failures);
  const { toL1, error } = await write(async (draft) => {
    if (draft.view.l1 !== l1) throw changed('sending messages to L1');
    const pending = await draft.messages.pending();
    if (pending.length === 0) return { toL1: pending, error: undefined };
    const { hashes, error, unanswered } = await messagesToL1(l1, pending, client, draft.messages.unansweredTransaction);
    const count = hashes.length;
    await draft.messages.settle(
      hashes.map((hash) => ({ l1TransactionHash: BigInt(hash) })),
      unanswered,
    );
    // L1 has them, or may: a client that no longer waits must not make us send them again.
    if (count > 0 || unanswered !== undefined) draft.insist();
    return { toL1: pending.slice(0, count), error };
  });
  if (failure) throw failure;
  if (error) throw new LateError(l1Failure('sending messages to L1', error));
  return { toL1, toL2, hashes, provider: client.url };
}

/** Runs the handlers of new messages from L1. L1 is read before the write starts, so that a slow L1 does not block the queue. */
async function deliverFromNode(
  write: Context['write'],
  client: L1Client,
  failures: Failures,
): Promise<Delivered & { readonly l1: L1Node }> {
  for (;;) {
    const l1 = await write((draft) => draft.view.l1);
    if (l1?.kind !== 'node' || l1.url !== client.url) throw changed('fetching messages to L2');
    const found = await messagesFromL1(l1, client).catch((error: unknown) => {
      throw error instanceof L1Error ? l1Failure('fetching messages to L2', error) : error;
    });
    const delivered = await write(async (draft) => {
      // Another flush was faster, or the chain went elsewhere: what was found is old.
      if (draft.view.l1 !== l1) return undefined;
      const { cursor, ...done } = await deliverFound(draft, l1, found, failures);
      const moved = { ...l1, cursor };
      draft.messages.setL1(moved);
      return { ...done, l1: moved };
    });
    if (delivered) return delivered;
  }
}

/** Runs the handlers of messages that L1 has logged, and journals them. The cursor is before those that wait. */
async function deliverFound(
  draft: ChainDraft,
  before: { readonly cursor: L1Cursor },
  { messages, cursor }: LoggedMessages,
  failures: Failures,
): Promise<Delivered & Pick<LoggedMessages, 'cursor'>> {
  const tried = messages.map(({ message }) => message);
  const delivered = await deliver(draft, tried, { failures, isByPosition: true });
  for (const message of delivered.toL2) draft.record(journalEntry(message));
  const { length } = delivered.waiting;
  return { ...delivered, cursor: length > 0 ? (messages.at(-length - 1) ?? before).cursor : cursor };
}

const journalEntry = (message: MessageToL2) => controlEntry('postmanSendMessageToL2', formatMessageToL2(message));

const internal = (message: string, help?: Words) => new RpcError('internalError', { message, help });

const l1Failure = (doing: string, { message, help }: L1Error) =>
  internal(`Error in ${doing}: Alloy error: ${message}.`, help);

const changed = (doing: string) => internal(`Error in ${doing}: the L1 connection has changed. Flush again.`);

/** The mock L1 of a chain that is connected to it. */
export function mockOf({ l1 }: ChainView): MockL1 {
  if (l1?.kind !== 'mock')
    throw failed(message`No mock L1 is loaded. ${hint('loadMockL1')}, or start with ${hint('mockL1')}.`);
  return l1;
}
