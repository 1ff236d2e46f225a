import { MemoryRefused } from '../../budget/workMemory.ts';
import type { ChainDraft } from '../../chain/draft/chainDraft.ts';
import { ParkedWrite } from '../../chain/patience.ts';
import type { MessageToL2 } from '../../chain/run/broadcast.ts';
import { MemoryShortage, noMemoryLeft } from '../../chain/run/memoryErrors.ts';
import { isRejection } from '../../chain/run/rejectedTransaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { hex } from '../format/hex.ts';
import { LateError, RefusedMessage, RpcError } from '../rpcError.ts';

/** What became of messages from L1. */
export interface Delivered {
  readonly toL2: readonly MessageToL2[];
  /** The transactions that they became. */
  readonly hashes: readonly Felt[];
  /** Those that are left for the next flush. */
  readonly waiting: readonly MessageToL2[];
  /** One that would be refused every time, such as a repetition. */
  readonly leftOut: MessageToL2 | undefined;
  /** Why not all of them are delivered. */
  readonly failure: LateError | undefined;
}

export interface DeliverOptions {
  /** Errors of the origin of a fork by the nonces of messages: a write that waits for the origin starts again, and must not ask it again. */
  readonly failures: Map<Felt, ChainError>;
  /** Whether L1 has a position in its log, so that those behind a message that waits have to wait too. */
  readonly isByPosition: boolean;
}

/**
 * Runs the handlers of messages, in order. One that is refused ends it. Behind one that the origin of a fork did not answer for, those are
 * delivered that need nothing of the origin.
 */
export async function deliver(
  draft: ChainDraft,
  messages: readonly MessageToL2[],
  { failures, isByPosition }: DeliverOptions,
): Promise<Delivered> {
  const toL2: MessageToL2[] = [];
  const hashes: Felt[] = [];
  const waiting: MessageToL2[] = [];
  let reason: ChainError | undefined;
  let isCrowded = false;
  for (const [i, message] of messages.entries()) {
    const outcome = await attempt(draft, message, failures);
    if (!(outcome instanceof ChainError)) {
      hashes.push(outcome);
      toL2.push(message);
      continue;
    }
    const isShortage = outcome instanceof MemoryShortage;
    // What the messages before it keep is given back with the answer, so the next flush may deliver it.
    isCrowded = isShortage && toL2.length > 0;
    if (!outcome.isTemporary && !isCrowded) {
      const help = `The message with nonce ${hex(message.nonce)} was refused and is left out. Flush again for those after it.`;
      const failure = new RefusedMessage(helped(outcome, help), message.nonce);
      return { toL2, hashes, waiting: [...waiting, ...messages.slice(i + 1)], leftOut: message, failure };
    }
    reason ??= outcome;
    if (isShortage || isByPosition) {
      waiting.push(...messages.slice(i));
      break;
    }
    waiting.push(message);
    draft.stopFetching(outcome);
  }
  const done = { toL2, hashes, waiting, leftOut: undefined };
  if (!reason) return { ...done, failure: undefined };
  const others = waiting.length - 1;
  const more = others === 0 ? '' : others === 1 ? ', as does another one' : `, as do ${others} others`;
  const error = helped(reason, `The message with nonce ${hex(waiting[0]!.nonce)} waits for the next flush${more}.`);
  return { ...done, failure: isCrowded ? new RefusedMessage(error) : new LateError(error) };
}

/** Runs the handler of a message. Returns the hash of its transaction, or why there is none. */
async function attempt(
  draft: ChainDraft,
  message: MessageToL2,
  failures: DeliverOptions['failures'],
): Promise<Felt | ChainError> {
  const known = failures.get(message.nonce);
  if (known) return known;
  try {
    return await draft.openBlock.sendMessageToL2(message);
  } catch (thrown) {
    const error = thrown instanceof MemoryRefused ? noMemoryLeft() : thrown;
    // A dump has what was delivered. A load that cannot deliver it fails.
    if (draft.pool.isReplay && !isRejection(error)) throw error;
    if (error instanceof ParkedWrite)
      throw new ParkedWrite(
        error.answered.catch((failure: unknown) => {
          if (!(failure instanceof ChainError)) throw failure;
          failures.set(message.nonce, failure);
        }),
      );
    if (!(error instanceof ChainError)) throw error;
    return error;
  }
}

const helped = ({ kind, facts }: ChainError, help: string) => new RpcError(kind, { ...facts, help });
