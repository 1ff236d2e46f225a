import { type ErrorKind, errors } from './errors.ts';
import { type Words, writeWords } from './message.ts';

/** Kinds of errors about the envelope of a request. Only the RPC layer knows these. */
export type EnvelopeErrorKind = 'parseError' | 'invalidRequest' | 'methodNotFound' | 'methodForbidden';

/** Kinds of errors that a chain, an execution or an origin can have. */
export type ChainErrorKind = Exclude<ErrorKind, EnvelopeErrorKind>;

export interface ErrorFacts {
  /** What happened, where the table's sentence is not enough. */
  readonly message?: Words | undefined;
  /** Further facts about this one failure; a Message is written as text. */
  readonly data?: unknown;
}

/** A request that cannot be served, by its kind. The RPC layer gives it a code (src/rpc/rpcError.ts). */
export class ChainError extends Error {
  override readonly name: string = 'ChainError';
  readonly kind: ErrorKind;
  /** The message with its ways out; `message` has them in the words of the library. */
  readonly words: Words;
  readonly data: unknown;

  constructor(kind: ChainErrorKind, { message = errors[kind].message, data }: ErrorFacts = {}) {
    super(writeWords(message));
    this.kind = kind;
    this.words = message;
    this.data = data;
  }
}

/** A failure without a kind of its own; the message is the reason. */
export const failed = (message: Words, data?: unknown) => new ChainError('failed', { message, data });
