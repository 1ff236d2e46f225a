import type { MockL1 } from '../chain/l1Connection.ts';
import type { MessageToL1, MessageToL2 } from '../chain/run/broadcast.ts';
import { messageToL1Hash, messageToL2Hash } from '../execution/hash/messageHash.ts';
import type { Felt } from '../felt/felt.ts';

// An L1 inside the chain, for tests of message flows that need no L1 node. It is a value like everything else of the
// chain: snapshots keep it, and a dump makes it again.

/** Sends a message to L2: it waits for the next flush. Its hash also stands for the L1 transaction that sent it. */
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

/** Brings messages of L2 to the mock: from now on they can be consumed. */
export function receiveOnMock(mock: MockL1, messages: readonly MessageToL1[]): MockL1 {
  let { received } = mock;
  for (const { fromAddress, toAddress, payload } of messages) {
    const key = messageToL1Hash(fromAddress, toAddress, payload).toString();
    received = received.set(key, (received.get(key) ?? 0) + 1);
  }
  return { ...mock, received };
}

/** Takes a message of L2; undefined when none like it waits. */
export function consumeOnMock(mock: MockL1, hash: bigint): MockL1 | undefined {
  const key = hash.toString();
  const count = mock.received.get(key) ?? 0;
  if (count === 0) return undefined;
  return { ...mock, received: mock.received.set(key, count - 1) };
}
