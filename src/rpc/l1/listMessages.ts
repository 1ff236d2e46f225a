import type { ChainView } from '../../chain/chainView.ts';
import { messageToL1Hash } from '../../execution/hash/messageHash.ts';
import { limits } from '../../protocol/limits.ts';
import { exchangedMessages, type LocatedMessage, type MessageDirection } from '../../tools/find/exchangedMessages.ts';
import type { ItemCursor } from '../../tools/find/itemCursor.ts';
import { newProgress } from '../../tools/find/matchingTransactions.ts';
import type { Context } from '../context.ts';
import { cursorAt } from '../decode/itemCursor.ts';
import { usualPage } from '../decode/pageSize.ts';
import { type L1MessageSummary, summarizeHandled, summarizeSent, summarizeWaiting } from '../format/l1Message.ts';
import { firstWaitingBlock, type L1Facts, l1FactsOf, type MessageState, stateOfMessageToL1 } from './messageStates.ts';

interface WantedMessages {
  readonly direction: MessageDirection | undefined;
  readonly state: MessageState | undefined;
  /** That of the message, or of its transaction on L1 or L2. */
  readonly hash: bigint | undefined;
  readonly pageSize: number | undefined;
  readonly continuation: ItemCursor | undefined;
}

/** A page of a list of messages. */
export interface L1MessagePage {
  readonly messages: readonly L1MessageSummary[];
  /** The parameter `continuation` of the next page; it is left out after the last one. */
  readonly continuation?: string;
}

/**
 * What waits on L1 is in no block yet. It is listed as if it were in this one, which no chain reaches, so that a page continues there although
 * blocks were made meanwhile.
 */
const NOT_YET = 999_999_999_999_999;

/** A page ends after this many felts, because messages can be long. */
const MOST_FELTS = 20_000;

/** A page of the messages between L1 and L2, the newest first: those that wait on L1, then those of the chain. */
export async function listMessages(
  { chain, loadEvm }: Pick<Context, 'chain' | 'loadEvm'>,
  { direction, state, hash, pageSize = usualPage, continuation }: WantedMessages,
): Promise<L1MessagePage> {
  const facts = await l1FactsOf(chain, loadEvm);
  const messages: L1MessageSummary[] = [];
  let felts = 0;
  const isFull = () => messages.length === pageSize || felts >= MOST_FELTS;
  const isWanted = (message: L1MessageSummary) =>
    (state ?? message.state) === message.state && (hash === undefined || hasHash(message, hash));
  const add = (message: L1MessageSummary) => {
    messages.push(message);
    felts += message.payload.length;
  };

  const isInChain = continuation !== undefined && continuation.blockNumber < NOT_YET;
  const wantsWaiting = direction !== 'to_l1' && (state ?? 'waiting') === 'waiting' && !isInChain;
  const waiting = wantsWaiting ? await facts.waiting() : [];
  for (let i = Math.min(continuation?.item ?? waiting.length, waiting.length) - 1; i >= 0; i--) {
    if (isFull()) return { messages, continuation: cursorAt(NOT_YET, 0, i + 1) };
    const rest = chain.rest();
    if (rest) await rest;
    const message = summarizeWaiting(waiting[i]!);
    if (isWanted(message)) add(message);
  }

  const first = state === 'waiting' ? firstWaitingBlock(chain) : chain.firstNumber;
  const progress = newProgress();
  const range = [first, chain.openNumber] as const;
  for (const located of exchangedMessages(chain.value, direction, range, continuation, progress)) {
    const rest = chain.rest();
    if (rest) await rest;
    if (located) {
      const message = await summarize(chain, facts, located);
      if (!message || !isWanted(message)) continue;
      const { transaction, item } = located;
      if (isFull()) return { messages, continuation: cursorAt(transaction.blockNumber, transaction.index, item + 1) };
      add(message);
    } else if (progress.scanned >= limits.scannedTransactions)
      return { messages, continuation: cursorAt(progress.blockNumber, progress.index, 0) };
  }
  return { messages };
}

const hasHash = ({ message_hash, transaction_hash, l1_transaction_hash }: L1MessageSummary, hash: bigint): boolean =>
  [message_hash, transaction_hash, l1_transaction_hash].some((each) => each !== undefined && BigInt(each) === hash);

async function summarize(
  chain: ChainView,
  facts: L1Facts,
  { transaction, toL1 }: LocatedMessage,
): Promise<L1MessageSummary | undefined> {
  const { hash: transactionHash, blockNumber } = transaction;
  if (!toL1)
    return summarizeHandled(transaction, chain.value.messaging.l1TransactionOf.get(transactionHash.toString()));
  const { message, index } = toL1;
  const hash = messageToL1Hash(message.fromAddress, message.toAddress, message.payload);
  const stated = await stateOfMessageToL1(chain, facts, { transactionHash, index, blockNumber, hash });
  return summarizeSent(message, hash, transaction, stated);
}
