import type { ChainView } from '../../chain/chainView.ts';
import type { MessageToL2 } from '../../chain/run/broadcast.ts';
import { type MessageOutcome, outcomeKey } from '../../chain/value/messaging.ts';
import type { Felt } from '../../felt/felt.ts';
import { evmFrom, type LoadEvm } from '../../l1evm/loadEvm.ts';

export type MessageState = 'waiting' | 'delivered' | 'consumed' | 'refused';

/** How a message is doing, and why it was refused. */
export interface StatedMessage {
  readonly state: MessageState;
  readonly reason?: string | undefined;
  readonly l1TransactionHash?: bigint | undefined;
}

/** What L1 says about messages, as far as it can be known without a request to another process. */
export interface L1Facts {
  /** The messages to L2 that the next flush delivers, the oldest first. */
  waiting(): Promise<readonly MessageToL2[]>;
  /** Whether a message that L1 got is no longer there. */
  isConsumed(hash: bigint, outcome: MessageOutcome): Promise<boolean>;
}

export async function l1FactsOf(chain: ChainView, loadEvm: LoadEvm | undefined): Promise<L1Facts> {
  const { l1 } = chain;
  if (l1?.kind === 'mock')
    return { waiting: async () => l1.sent, isConsumed: async (hash) => l1.received.get(hash.toString()) === 0 };
  if (l1?.kind !== 'evm') return { waiting: async () => [], isConsumed: async () => false };
  const evm = await evmFrom(loadEvm);
  const waiting = async () => {
    const { messages } = await evm.messagesOf(l1, () => chain.rest());
    return messages.map(({ message }) => message);
  };
  return { waiting, isConsumed: await evm.consumedMessages(l1) };
}

/** How a message to L1 is doing. L1 counts equal messages, so none of them is `consumed` before all are. */
export async function stateOfMessageToL1(
  { value: { messaging } }: ChainView,
  facts: L1Facts,
  sent: { readonly transactionHash: Felt; readonly index: number; readonly blockNumber: number; readonly hash: bigint },
): Promise<StatedMessage> {
  const outcome = messaging.outcomes.get(outcomeKey(sent, sent.hash));
  const isCollected = sent.blockNumber < messaging.collectFrom;
  if (isCollected && messaging.waiting.get(sent.hash.toString()) === 0) return { state: 'consumed', ...outcome };
  if (!outcome) return { state: 'waiting' };
  if (outcome.refusal !== undefined) return { state: 'refused', reason: outcome.refusal };
  return { state: (await facts.isConsumed(sent.hash, outcome)) ? 'consumed' : 'delivered', ...outcome };
}

/** The first block in which a message to L1 can be that waits: all in earlier ones are flushed. */
export function firstWaitingBlock(chain: ChainView): number {
  const { pending, collectFrom } = chain.value.messaging;
  for (const { transactionHash } of pending) {
    const sender = chain.transaction(transactionHash);
    // An aborted block leaves none.
    if (sender) return Math.min(sender.blockNumber, collectFrom);
  }
  return collectFrom;
}
