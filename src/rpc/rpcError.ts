import { ChainError, type ChainErrorKind, type ErrorFacts } from '../protocol/chainError.ts';
import { type ErrorKind, errors } from '../protocol/errors.ts';
import { type Hints, type Words, writeWords } from '../protocol/message.ts';
import type { PaintedText } from '../text/paintedText.ts';
import type { Explanation } from '../tools/explain/explanation.ts';

export interface ErrorExplanation {
  readonly text: PaintedText;
  readonly of: Explanation;
}

/** An error as a client sees it: a code, a message, the data that the specification defines and, unless answers are strict, help. */
export class RpcError extends ChainError {
  override readonly name = 'RpcError';
  readonly code: number;
  /** What went wrong and where, for the log. */
  readonly explanation: ErrorExplanation | undefined;
  /** Makes the help, for a client that reads it later. */
  readonly explainLater: (() => string | undefined) | undefined;

  constructor(
    kind: ErrorKind,
    { explanation, explainLater, ...facts }: ErrorFacts & Partial<Pick<RpcError, 'explanation' | 'explainLater'>> = {},
    code: number = errors[kind].code,
  ) {
    // The kinds that only requests have are in the same table.
    super(kind as ChainErrorKind, facts);
    this.code = code;
    this.explanation = explanation;
    this.explainLater = explainLater;
  }
}

/** An error with the code that clients know it by, its ways out written as this node's clients can use them. */
export function rpcErrorOf(error: ChainError, hints?: Hints): RpcError {
  const { kind, words, data, help } = error;
  const isWritten = typeof words === 'string' && (help === undefined || typeof help === 'string');
  if (error instanceof RpcError && isWritten) return error;
  return new RpcError(
    kind,
    {
      message: writeWords(words, hints),
      data,
      help: help && writeWords(help, hints),
      ...(error instanceof RpcError && { explanation: error.explanation, explainLater: error.explainLater }),
    },
    error instanceof RpcError ? error.code : undefined,
  );
}

/** A parameter that is not what the method takes: -32602, whose message is the reason; the help may say what to do. */
export const invalidParams = (message: string, help?: string) => new RpcError('invalidParams', { message, help });

/** A failure without a code of its own: -1, whose message is the reason. */
export const failed = (message: Words, more: Omit<ErrorFacts, 'message'> = {}) =>
  new RpcError('failed', { ...more, message });

/** An error that answers a request whose change has happened all the same: the journal keeps it, and a replay goes on. */
export class LateError extends RpcError {
  constructor({ kind, facts }: RpcError) {
    super(kind, facts);
  }
}

/**
 * A message between L1 and L2 was refused and is left out, or has no memory beside those before it. Another flush goes on at once.
 */
export class RefusedMessage extends LateError {
  /** The nonce of a message to L2 that is left out. */
  readonly nonce: bigint | undefined;

  constructor(error: RpcError, nonce?: bigint) {
    super(error);
    this.nonce = nonce;
  }
}
