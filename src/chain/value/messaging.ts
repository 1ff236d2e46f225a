import { messageToL1Hash } from '../../execution/hash/messageHash.ts';
import type { Felt } from '../../felt/felt.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import type { L1Connection } from '../l1Connection.ts';
import type { MessageToL1 } from '../run/broadcast.ts';
import { type History, nextNumber, recordOf } from './history.ts';

/** The messages between L1 and L2 that the chain stores. */
export interface Messaging {
  /** The next block whose messages to L1 have not been collected yet. */
  readonly collectFrom: number;
  /** Collected and not flushed yet. */
  readonly pending: readonly MessageToL1[];
  /** The L1 transaction of the first pending message, if it is unknown whether L1 received it. */
  readonly unanswered: bigint | undefined;
  /** How often each message to L1 waits to be consumed, by its hash in decimal. */
  readonly waiting: PersistentMap<string, number>;
  /** The L2 transactions of an L1 transaction, by its hash in decimal. */
  readonly byL1Transaction: PersistentMap<string, readonly Felt[]>;
  /** Undefined while no L1 is connected. */
  readonly l1: L1Connection | undefined;
}

export const emptyMessaging = (firstNumber: number): Messaging => ({
  collectFrom: firstNumber,
  pending: [],
  unanswered: undefined,
  waiting: PersistentMap.empty(),
  byL1Transaction: PersistentMap.empty(),
  l1: undefined,
});

/** Collects the messages to L1 of sealed blocks. Reverted transactions have none. */
export function collectMessages(messaging: Messaging, history: History): Messaging {
  const end = nextNumber(history);
  if (messaging.collectFrom >= end) return { ...messaging, collectFrom: end };
  const found: MessageToL1[] = [];
  let { waiting } = messaging;
  for (let number = messaging.collectFrom; number < end; number++)
    for (const { receipt } of recordOf(history, number)!.executed) {
      if (receipt.execution.status !== 'SUCCEEDED') continue;
      for (const message of receipt.messages) {
        found.push(message);
        const hash = messageToL1Hash(message.fromAddress, message.toAddress, message.payload).toString();
        waiting = waiting.set(hash, (waiting.get(hash) ?? 0) + 1);
      }
    }
  return { ...messaging, collectFrom: end, pending: [...messaging.pending, ...found], waiting };
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
  return { ...messaging, byL1Transaction: messaging.byL1Transaction.set(key, [...known, l2Hash]) };
}
