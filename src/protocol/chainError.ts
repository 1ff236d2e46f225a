import { type ErrorKind, errors } from './errors.ts';
import { type Words, writeWords } from './message.ts';

/** Kinds of errors about the envelope of a request. Only the RPC layer knows these. */
export type EnvelopeErrorKind = 'parseError' | 'invalidRequest' | 'methodNotFound' | 'methodForbidden';

/** Kinds of errors that a chain, an execution or an origin can have. */
export type ChainErrorKind = Exclude<ErrorKind, EnvelopeErrorKind>;

export interface ErrorFacts {
  /** What happened, where the table's sentence is not enough. */
  readonly message?: Words | undefined;
  /** What the specification or starknet-devnet has in the `data` of this error, and nothing else. */
  readonly data?: unknown;
  /** What we add for people: the thing that the error is about, and the way out. Strict answers leave it out. */
  readonly help?: Words | undefined;
  /** Whether the same request may succeed a moment later: others use the memory, or the origin of a fork does not answer. */
  readonly isTemporary?: boolean | undefined;
}

/** A request that cannot be served, by its kind. The RPC layer gives it a code (src/rpc/rpcError.ts). */
export class ChainError extends Error {
  override readonly name: string = 'ChainError';
  readonly kind: ErrorKind;
  /** The message with its ways out; `message` has them in the words of the library. */
  readonly words: Words;
  readonly data: unknown;
  readonly help: Words | undefined;
  readonly isTemporary: boolean;

  constructor(kind: ChainErrorKind, facts: ErrorFacts = {}) {
    const { message = errors[kind].message, data, help, isTemporary = false } = facts;
    super(writeWords(message));
    this.kind = kind;
    this.words = message;
    this.data = data;
    this.help = help;
    this.isTemporary = isTemporary;
  }

  /** What another error says that stands for this one. */
  get facts(): Required<ErrorFacts> {
    return { message: this.words, data: this.data, help: this.help, isTemporary: this.isTemporary };
  }
}

/** The data of an error with its help: one text, or a member `explanation` beside those that the data has. */
export function helpedData({ data, help }: Pick<ChainError, 'data' | 'help'>): unknown {
  if (help === undefined) return data;
  const text = writeWords(help);
  if (data === undefined) return text;
  if (typeof data === 'object') return { ...data, explanation: text };
  return String(data).endsWith('\n') ? `${data}${text}` : `${data} ${text}`;
}

/** A failure without a kind of its own; the message is the reason. */
export const failed = (message: Words) => new ChainError('failed', { message });
