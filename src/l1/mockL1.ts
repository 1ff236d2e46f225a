import type { Steps } from '../async/steps.ts';
import type { MockL1 } from '../chain/l1Connection.ts';
import type { MessageToL1, MessageToL2 } from '../chain/run/broadcast.ts';
import { hashesOf } from '../chain/value/messaging.ts';
import { messageToL2Hash } from '../execution/hash/messageHash.ts';
import type { Felt } from '../felt/felt.ts';

// A mock L1 inside the chain, for tests of messages without an L1 node. It is part of the chain's immutable value, so snapshots
// include it, and loading a dump rebuilds it.

/** Sends a message to L2, which waits for the next flush. Its hash is also used as the hash of the L1 transaction. */
export function sendOnMock(
  mock: MockL1,
  message: Omit<MessageToL2, 'nonce' | 'l1TransactionHash'>,
): { readonly mock: MockL1; readonly message: MessageToL2; readonly hash: bigint } {
  const { l1ContractAddress, l2ContractAddress, entryPointSelector, payload } = message;
  const nonce = mock.nextNonce as Felt;
  const hash = messageToL2Hash(l1ContractAddress, l2ContractAddress, nonce, entryPointSelector, payload);
  const sent: MessageToL2 = { ...message, nonce, l1TransactionHash: hash };
  return { mock: { ...mock, nextNonce: nonce + 1n, sent: [...mock.sent, sent] }, message: sent, hash };
}

/** Messages that are counted in a step. */
const STEP_MESSAGES = 512;

/** Delivers messages from L2 to the mock, where they can then be consumed. */
export function* receiveOnMock(mock: MockL1, messages: readonly MessageToL1[]): Steps<MockL1> {
  let { received } = mock;
  const hashes = yield* hashesOf(messages);
  for (const [i, hash] of hashes.entries()) {
    const key = hash.toString();
    received = received.set(key, (received.get(key) ?? 0) + 1);
    if (i % STEP_MESSAGES === STEP_MESSAGES - 1) yield;
  }
  return { ...mock, received };
}

/** Consumes a message from L2; undefined if there is none with this hash. */
export function consumeOnMock(mock: MockL1, hash: bigint): MockL1 | undefined {
  const key = hash.toString();
  const count = mock.received.get(key) ?? 0;
  if (count === 0) return undefined;
  return { ...mock, received: mock.received.set(key, count - 1) };
}
