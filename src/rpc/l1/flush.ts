// Exchanges messages with L1: first what L1 sent, then what L2 sent, what L1's messages caused included. Each message is
// either done or still waiting when a flush ends, also when it ends with an error.

import { finishInSlices } from '../../async/steps.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { ChainDraft } from '../../chain/draft/chainDraft.ts';
import type { L1Cursor, L1Node, MockL1 } from '../../chain/l1Connection.ts';
import type { MessageToL1, MessageToL2 } from '../../chain/run/broadcast.ts';
import { MemoryShortage } from '../../chain/run/memoryErrors.ts';
import { chainTime } from '../../chain/value/seal.ts';
import type { Felt } from '../../felt/felt.ts';
import { L1Client } from '../../l1/l1Client.ts';
import { L1Error } from '../../l1/l1Error.ts';
import { type LoggedMessages, messagesFromL1 } from '../../l1/messagesFromL1.ts';
import { messagesToL1 } from '../../l1/messagesToL1.ts';
import { receiveOnMock } from '../../l1/mockL1.ts';
import { evmFrom, type L1Evm } from '../../l1evm/loadEvm.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { hint, message, type Words } from '../../protocol/message.ts';
import type { Context } from '../context.ts';
import { hex } from '../format/hex.ts';
import { formatMessageToL2 } from '../format/message.ts';
import { controlEntry } from '../journal/journalEntry.ts';
import { failed, LateError, RefusedMessage, RpcError } from '../rpcError.ts';

/** What a flush exchanged. */
export interface Flushed {
  readonly toL1: readonly MessageToL1[];
  readonly toL2: readonly MessageToL2[];
  /** The transactions that the messages to L2 became. */
  readonly hashes: readonly Felt[];
  readonly provider: string;
}

/** Messages to L2 that were delivered, up to the first that was refused. */
interface Delivered extends Pick<Flushed, 'toL2' | 'hashes'> {
  /** How many of the messages are not delivered again: these, and the one that was refused, unless it may succeed later. */
  readonly done: number;
  readonly refusal: RpcError | undefined;
}

export async function flush({ write, fetch, loadEvm }: Pick<Context, 'write' | 'fetch' | 'loadEvm'>): Promise<Flushed> {
  const l1 = await write((draft) => draft.view.l1);
  if (!l1)
    throw internal(
      "Error in fetching messages to L2: Message is not configured, ensure you've used `postman/load_l1_messaging_contract` endpoint first.",
      message`No L1 is loaded. ${hint('loadL1')} first, or start with ${hint('mockL1')}.`,
    );
  if (l1.kind === 'mock') return flushMock(write);
  return l1.kind === 'evm' ? flushEvm(write, await evmFrom(loadEvm)) : flushNode(write, new L1Client(l1.url, fetch));
}

/** With an EVM in this process all is one change, too. What a dump has are the messages to L2: it has no transactions of L1. */
async function flushEvm(write: Context['write'], evm: L1Evm): Promise<Flushed> {
  const { refusal, ...flushed } = await write(async (draft) => {
    const { l1, surroundings, runOptions } = draft.view;
    if (l1?.kind !== 'evm') throw changed('fetching messages to L2');
    const found = await evm.messagesOf(l1, () => draft.view.rest());
    const delivered = await deliverFound(draft, found);
    const pending = delivered.refusal ? [] : await draft.messages.pending();
    const now = chainTime(draft.view.value, surroundings.now());
    const before = { ...l1, cursor: delivered.cursor };
    const sent = await evm.withMessages(before, pending, now, runOptions.signal).catch((error: unknown) => {
      throw error instanceof L1Error ? l1Failure('sending messages to L1', error) : error;
    });
    await draft.messages.settle(sent.outcomes);
    // What changes nothing must not look like a change to those who wait for one.
    if (sent.l1.head !== l1.head || !isSamePlace(delivered.cursor, l1.cursor)) draft.messages.setL1(sent.l1);
    const refusal = delivered.refusal ?? (sent.refusal && l1Failure('sending messages to L1', sent.refusal));
    return { toL1: sent.taken, toL2: delivered.toL2, hashes: delivered.hashes, provider: 'evm', refusal };
  });
  if (refusal) throw new RefusedMessage(refusal);
  return flushed;
}

const isSamePlace = (a: L1Cursor, b: L1Cursor): boolean => a.block === b.block && a.logIndex === b.logIndex;

/** With the mock all is one change; it is journaled as a whole, since the mock can do it again. */
async function flushMock(write: Context['write']): Promise<Flushed> {
  const { refusal, ...flushed } = await write(async (draft) => {
    const mock = mockOf(draft.view);
    const { toL2, hashes, done, refusal } = await deliver(draft, mock.sent);
    const toL1 = refusal ? [] : await draft.messages.pending();
    await draft.messages.settle(toL1.map(() => ({})));
    const sent = mock.sent.slice(done);
    draft.messages.setL1(await finishInSlices(receiveOnMock({ ...mock, sent }, toL1)));
    if (refusal || toL1.length + toL2.length > 0) draft.record(controlEntry('postmanFlush', null));
    return { toL1, toL2, hashes, provider: 'mock', refusal };
  });
  if (refusal) throw new RefusedMessage(refusal);
  return flushed;
}

async function flushNode(write: Context['write'], client: L1Client): Promise<Flushed> {
  const { l1, toL2, hashes, refusal } = await deliverFromNode(write, client);
  if (refusal) throw new RefusedMessage(refusal);
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
  if (error) throw new LateError(l1Failure('sending messages to L1', error));
  return { toL1, toL2, hashes, provider: client.url };
}

/** Runs the handlers of new messages from L1. L1 is read before the write starts, so that a slow L1 does not block the queue. */
async function deliverFromNode(
  write: Context['write'],
  client: L1Client,
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
      const { cursor, ...done } = await deliverFound(draft, found);
      const moved = { ...l1, cursor };
      draft.messages.setL1(moved);
      return { ...done, l1: moved };
    });
    if (delivered) return delivered;
  }
}

/** Runs the handlers of messages that L1 has logged, and journals them. The cursor is behind what was delivered. */
async function deliverFound(
  draft: ChainDraft,
  { messages, cursor }: LoggedMessages,
): Promise<Delivered & Pick<LoggedMessages, 'cursor'>> {
  const delivered = await deliver(
    draft,
    messages.map(({ message }) => message),
  );
  for (const message of delivered.toL2) draft.record(journalEntry(message));
  // After a refusal the next flush begins after the refused message, which would be refused again every time.
  return { ...delivered, cursor: delivered.refusal ? messages[delivered.done - 1]!.cursor : cursor };
}

/** Runs the handlers of messages, in order; one that is refused, such as a repetition, ends it. */
async function deliver(draft: ChainDraft, messages: readonly MessageToL2[]): Promise<Delivered> {
  const toL2: MessageToL2[] = [];
  const hashes: Felt[] = [];
  for (const message of messages) {
    try {
      hashes.push(await draft.openBlock.sendMessageToL2(message));
      toL2.push(message);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      if (error.isTemporary && toL2.length === 0) throw error;
      // What the messages before it keep is given back with the answer, so the next flush may deliver it.
      const isShortage = error instanceof MemoryShortage && toL2.length > 0;
      const isLeftOut = !error.isTemporary && !isShortage;
      const help = isLeftOut
        ? `The message with nonce ${hex(message.nonce)} was refused and is left out. Flush again for those after it.`
        : `The message with nonce ${hex(message.nonce)} waits for the next flush. Flush again for it and those after it.`;
      const refusal = new RpcError(error.kind, { ...error.facts, help });
      return { toL2, hashes, done: toL2.length + (isLeftOut ? 1 : 0), refusal };
    }
  }
  return { toL2, hashes, done: toL2.length, refusal: undefined };
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
