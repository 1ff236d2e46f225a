import type { Steps } from '../../async/steps.ts';
import { messageToL1Hash } from '../../execution/hash/messageHash.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import type { L1Connection } from '../l1Connection.ts';
import type { MessageToL1 } from '../run/broadcast.ts';
import { type History, nextNumber, recordOf } from './history.ts';

/** A message to L1 that was not flushed yet. */
export interface PendingMessage extends MessageToL1 {
  /** The transaction that sent it, and its position among the messages of that. */
  readonly transactionHash: Felt;
  readonly index: number;
}

/** What a flush made of a message to L1. */
export interface MessageOutcome {
  /** The transaction that brought it to L1, if L1 has transactions. */
  readonly l1TransactionHash?: bigint | undefined;
  /** Why L1 did not take it. */
  readonly refusal?: string | undefined;
}

/** The messages between L1 and L2 that the chain stores. */
export interface Messaging {
  /** The next block whose messages to L1 have not been collected yet. */
  readonly collectFrom: number;
  /** Collected and not flushed yet. */
  readonly pending: readonly PendingMessage[];
  /** The L1 transaction of the first pending message, if it is unknown whether L1 received it. */
  readonly unanswered: bigint | undefined;
  /** How often each message to L1 waits to be consumed, by its hash in decimal. */
  readonly waiting: PersistentMap<string, number>;
  /** What became of the messages to L1 that were flushed: see outcomeKey. */
  readonly outcomes: PersistentMap<string, MessageOutcome>;
  /** The L2 transactions of an L1 transaction, by its hash in decimal. */
  readonly byL1Transaction: PersistentMap<string, readonly Felt[]>;
  /** The L1 transaction of an L2 transaction, by its hash in decimal. */
  readonly l1TransactionOf: PersistentMap<string, bigint>;
  /** Undefined while no L1 is connected. */
  readonly l1: L1Connection | undefined;
}

export const emptyMessaging = (firstNumber: number): Messaging => ({
  collectFrom: firstNumber,
  pending: [],
  unanswered: undefined,
  waiting: PersistentMap.empty(),
  outcomes: PersistentMap.empty(),
  byL1Transaction: PersistentMap.empty(),
  l1TransactionOf: PersistentMap.empty(),
  l1: undefined,
});

/**
 * Where the outcome of a message is found: by the transaction that sent it, its position there, and its hash. After a reorganisation the same
 * transaction may send another message.
 */
export const outcomeKey = (
  { transactionHash, index }: Pick<PendingMessage, 'transactionHash' | 'index'>,
  hash: bigint,
): string => `${transactionHash}.${index}.${hash}`;

const hashOf = ({ fromAddress, toAddress, payload }: MessageToL1): bigint =>
  messageToL1Hash(fromAddress, toAddress, payload);

/** The felts of messages that are hashed in a step, and what a message has beside its payload. */
const STEP_FELTS = 4096;
const HEAD_FELTS = 3;
/** The transactions that are looked at for messages in a step. */
const STEP_TRANSACTIONS = 4096;
/** The messages whose outcomes are stored in a step. */
const STEP_OUTCOMES = 512;

/** The hashes of messages, in steps. */
export function* hashesOf(messages: readonly MessageToL1[]): Steps<readonly bigint[]> {
  const hashes: bigint[] = [];
  let felts = 0;
  for (const message of messages) {
    hashes.push(hashOf(message));
    felts += message.payload.length + HEAD_FELTS;
    if (felts < STEP_FELTS) continue;
    felts = 0;
    yield;
  }
  return hashes;
}

/**
 * Collects the messages to L1 of sealed blocks. Reverted transactions have none. A transaction that was in an aborted block and ran again sends
 * nothing that was flushed already: a network sends a message once, when its block is proven.
 */
export function* collectMessages(messaging: Messaging, history: History): Steps<Messaging> {
  const end = nextNumber(history);
  if (messaging.collectFrom >= end) return { ...messaging, collectFrom: end };
  const sent: PendingMessage[] = [];
  let looked = 0;
  for (let number = messaging.collectFrom; number < end; number++) {
    // A chain may have very many blocks without a transaction.
    if (++looked % STEP_TRANSACTIONS === 0) yield;
    for (const { receipt } of recordOf(history, number)!.executed) {
      if (++looked % STEP_TRANSACTIONS === 0) yield;
      if (receipt.execution.status !== 'SUCCEEDED') continue;
      for (const [index, message] of receipt.messages.entries())
        sent.push({ ...message, transactionHash: receipt.transactionHash, index });
    }
  }
  const hashes = yield* hashesOf(sent);
  const found: PendingMessage[] = [];
  let { waiting } = messaging;
  for (const [i, message] of sent.entries()) {
    if (i % STEP_FELTS === STEP_FELTS - 1) yield;
    const hash = hashes[i]!;
    if (messaging.outcomes.get(outcomeKey(message, hash))) continue;
    found.push(message);
    waiting = waiting.set(`${hash}`, (waiting.get(`${hash}`) ?? 0) + 1);
  }
  return { ...messaging, collectFrom: end, pending: [...messaging.pending, ...found], waiting };
}

/** The first pending messages are flushed. The next one may be on L1 too, by a transaction without an answer. */
export function* settleMessages(
  messaging: Messaging,
  outcomes: readonly MessageOutcome[],
  unanswered: bigint | undefined,
): Steps<Messaging> {
  const flushed = messaging.pending.slice(0, outcomes.length);
  const hashes = yield* hashesOf(flushed);
  let all = messaging.outcomes;
  for (let start = 0; start < flushed.length; start += STEP_OUTCOMES) {
    const some = flushed.slice(start, start + STEP_OUTCOMES);
    all = all.setAll(
      some.map((message, i) => [outcomeKey(message, hashes[start + i]!), outcomes[start + i]!] as const),
    );
    yield;
  }
  return { ...messaging, pending: messaging.pending.slice(outcomes.length), unanswered, outcomes: all };
}

/** Aborted blocks, from `first` on, have sent nothing. What L1 has of them it keeps. */
export function* withoutAborted(messaging: Messaging, { places }: History, first: number): Steps<Messaging> {
  const isLeft = ({ transactionHash }: PendingMessage) =>
    (places.get(keyOf(transactionHash))?.blockNumber ?? 0) < first;
  const pending: PendingMessage[] = [];
  const aborted: PendingMessage[] = [];
  for (const [i, message] of messaging.pending.entries()) {
    (isLeft(message) ? pending : aborted).push(message);
    if (i % STEP_TRANSACTIONS === STEP_TRANSACTIONS - 1) yield;
  }
  let { waiting } = messaging;
  for (const hash of yield* hashesOf(aborted)) {
    const count = waiting.get(`${hash}`) ?? 0;
    // It may have been consumed without an L1.
    if (count > 0) waiting = waiting.set(`${hash}`, count - 1);
  }
  return {
    ...messaging,
    collectFrom: Math.min(messaging.collectFrom, first),
    pending,
    waiting,
    unanswered: pending[0] === messaging.pending[0] ? messaging.unanswered : undefined,
  };
}

/** Consumes one waiting message; undefined if there is none with this hash. */
export function consumeMessage(messaging: Messaging, hash: bigint): Messaging | undefined {
  const key = hash.toString();
  const count = messaging.waiting.get(key) ?? 0;
  if (count === 0) return undefined;
  return { ...messaging, waiting: messaging.waiting.set(key, count - 1) };
}

/** Records which L2 transaction an L1 transaction led to. */
export function noteL1Transaction(messaging: Messaging, l1Hash: bigint, l2Hash: Felt): Messaging {
  const key = l1Hash.toString();
  const known = messaging.byL1Transaction.get(key) ?? [];
  return {
    ...messaging,
    byL1Transaction: messaging.byL1Transaction.set(key, [...known, l2Hash]),
    l1TransactionOf: messaging.l1TransactionOf.set(l2Hash.toString(), l1Hash),
  };
}
