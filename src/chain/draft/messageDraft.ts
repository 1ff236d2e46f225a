import { finishInSlices } from '../../async/steps.ts';
import { messageToL1Hash } from '../../execution/hash/messageHash.ts';
import { failed } from '../../protocol/chainError.ts';
import type { L1Connection } from '../l1Connection.ts';
import type { MessageToL1 } from '../run/broadcast.ts';
import {
  collectMessages,
  consumeMessage,
  type MessageOutcome,
  type PendingMessage,
  settleMessages,
} from '../value/messaging.ts';
import type { DraftedChain } from './draftedChain.ts';

/** The exchange of messages with L1, in a draft. */
export class MessageDraft {
  readonly #drafted: DraftedChain;

  constructor(drafted: DraftedChain) {
    this.#drafted = drafted;
  }

  /** Collects new messages to L1, then consumes one and returns its hash. */
  async consume({ fromAddress, toAddress, payload }: MessageToL1): Promise<bigint> {
    const { messaging: before, history } = this.#drafted.value;
    const hash = messageToL1Hash(fromAddress, toAddress, payload);
    const messaging = consumeMessage(await finishInSlices(collectMessages(before, history)), hash);
    if (!messaging)
      throw failed(
        `Message to L1 with hash 0x${hash.toString(16).padStart(64, '0')} is not present (never received OR already consumed).`,
      );
    this.#drafted.change({ messaging });
    return hash;
  }

  /** Messages to L1 of sealed blocks that were not flushed yet. */
  async pending(): Promise<readonly PendingMessage[]> {
    const { messaging: before, history } = this.#drafted.value;
    const messaging = await finishInSlices(collectMessages(before, history));
    this.#drafted.change({ messaging });
    return messaging.pending;
  }

  /** A transaction that may have already delivered the first of them to L1. */
  get unansweredTransaction(): bigint | undefined {
    return this.#drafted.value.messaging.unanswered;
  }

  /** Removes the first messages after they were flushed. The next one may be on L1 too, by a transaction without an answer. */
  async settle(outcomes: readonly MessageOutcome[], unanswered?: bigint): Promise<void> {
    const steps = settleMessages(this.#drafted.value.messaging, outcomes, unanswered);
    this.#drafted.change({ messaging: await finishInSlices(steps) });
  }

  /** Sets the L1 connection or its position in the log. */
  setL1(l1: L1Connection): void {
    this.#drafted.change({ messaging: { ...this.#drafted.value.messaging, l1 } });
  }
}
