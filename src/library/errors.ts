import { ChainError, helpedData } from '../protocol/chainError.ts';
import { errors } from '../protocol/errors.ts';
import { noteIn, reasonOf } from '../rpc/errorReason.ts';
import { explanationIn } from '../rpc/explainedError.ts';
import { beginAtCaller } from '../text/callerStack.ts';
import { defer, isDeferred } from '../text/deferredMember.ts';

/** What an error answer of JSON-RPC holds. */
export interface ErrorAnswer {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error that the node answered with. The message names the method and the reason, decoded where it is panic data. If calls failed, it
 * also has the line of Cairo, where it is known, and the tree of the calls. The stack begins where the sandbox was used.
 *
 * @example
 * try {
 *   await box.request('starknet_call', { request, block_id: 'latest' });
 * } catch (error) {
 *   if (error instanceof SandboxError && error.code === 40) console.log(error.reason);
 * }
 */
export class SandboxError extends Error {
  override readonly name: string = 'SandboxError';
  /** The error code of the specification, such as 40 for a contract error. */
  readonly code: number;
  /** The data of the error answer, as JSON-RPC has it. */
  readonly data: unknown;
  /** Why it failed: the panic message of the innermost contract, or what the node says. At most a screen long. */
  readonly reason: string;
  /** The calls of a reverted transaction, or of a call, estimate or simulation that failed, what went wrong and where; undefined where there is none. */
  readonly explanation: string | undefined;

  /** @internal */
  constructor(method: string, { code, message, data }: ErrorAnswer, more: ErrorDetails = {}) {
    const told = more.helpedData ?? data;
    const reason = bounded(reasonOf(told));
    const subject = reason === undefined ? bounded(subjectOf(code, more.params)) : undefined;
    const what = bounded(subject === undefined ? message : `${message}: ${subject}`);
    super(`${method}: ${what}${reason === undefined ? '' : `: ${reason}`}`);
    this.code = code;
    this.data = data;
    hideFromPrint(this, 'data');
    this.reason = reason ?? what;
    const { explanation = explanationIn(told) } = more;
    if (typeof explanation === 'function') defer(this as SandboxError, 'explanation', explanation);
    else this.explanation = explanation;
    hideFromPrint(this, 'explanation');
    reword(this, this.message, bounded(noteIn(told)) ?? hintIn(data));
  }
}

/** How to debug what failed, if the answer says it. */
function hintIn(data: unknown): string | undefined {
  const { debug_hint } = (data ?? {}) as { readonly debug_hint?: unknown };
  return typeof debug_hint === 'string' ? debug_hint : undefined;
}

/** Gives an error another message, above what its explanation says in short, and a last paragraph. */
export function reword(error: SandboxError, words: string, last?: string): void {
  const write = () => {
    const { explanation, reason } = error;
    const parts = [words, explanation && withoutReason(shortExplanation(explanation), reason), last];
    return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
  };
  if (isDeferred(error, 'explanation')) {
    // V8 writes a stack when it is first read, and reads the message for that.
    if (!isDeferred(error, 'message')) beginAtCaller(error);
    defer(error, 'message', write);
  } else error.message = write();
  beginAtCaller(error);
}

/** The first line of an explanation repeats the reason, which is in the line above it: only its place, and what follows it, is new. */
function withoutReason(text: string, reason: string): string {
  const [, outcome = '', sentence = ''] = FAILED.exec(text) ?? [];
  const rest = text
    .slice(outcome.length + sentence.length)
    .split('\n')
    .slice(1);
  const news = newsOf(sentence, short(reason), rest[0]?.startsWith(' ') ?? false);
  // Before it is sent: that the transaction would be reverted or rejected is said with a cause that is not in the reason.
  if (outcome !== WAS_REVERTED && news[0] === sentence) return text;
  return [...news, ...rest].join('\n').trimStart();
}

const WAS_REVERTED = 'The transaction was reverted: ';
/** How a transaction ended, or would end, and the sentence about it. */
const FAILED = /^(The transaction (?:was reverted|would be (?:reverted|rejected)): )(.*)/;

/** Explanations write addresses without the zeros that the reference puts in front of them. */
const short = (reason: string): string => reason.replaceAll(/0x0+(?=[\da-f])/g, '0x');

function newsOf(sentence: string, reason: string, isBeforeStack: boolean): readonly string[] {
  if (sentence === reason || sentence === `${reason}.`) return [];
  if (sentence.startsWith(`${reason}. `)) return [sentence.slice(reason.length + 2)];
  const [head, place] = /^(.+?) panicked with ['"]?/.exec(sentence) ?? [];
  if (head === undefined || !sentence.startsWith(reason, head.length)) return [sentence];
  const more = sentence.slice(head.length + reason.length).replace(/^['"]?\.?\s*/, '');
  return [`It panicked in ${place}${more === '' && isBeforeStack ? ':' : '.'}${more === '' ? '' : ` ${more}`}`];
}

/** The reason with the Cairo stack, and the tree of calls: the first two paragraphs. */
const shortExplanation = (text: string): string => bounded(text.trimEnd().split('\n\n').slice(0, 2).join('\n\n'));

/** Rethrows an error of the chain, which no request caused, as the error of the library. */
export const throwAsSandboxError =
  (subject: string) =>
  (error: unknown): never => {
    if (!(error instanceof ChainError)) throw error;
    const { kind, message } = error;
    throw new SandboxError(subject, { code: errors[kind].code, message, data: helpedData(error) });
  };

/** A member that can be read, but is left out where the error is printed: it repeats at length what the message says. */
export const hideFromPrint = (error: Error, member: string): void => {
  Object.defineProperty(error, member, { enumerable: false });
};

/** What the library knows of a failure beside the answer. */
export interface ErrorDetails {
  /** The parameters of the request. */
  readonly params?: unknown;
  /** A function that makes it is called when somebody reads it, or the message. */
  readonly explanation?: string | (() => string | undefined) | undefined;
  /** The data with the help that a strict answer leaves out. */
  readonly helpedData?: unknown;
}

const MAX_CHARS = 1000;
const MAX_LINES = 20;

/** Contracts may panic with texts of any length; `data` has the whole. */
function bounded<T extends string | undefined>(text: T): T {
  if (text === undefined) return text;
  const lines = text.split('\n');
  const short = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES).join('\n') : text;
  return (short.length > MAX_CHARS ? `${short.slice(0, MAX_CHARS)}…` : short === text ? text : `${short}\n…`) as T;
}

/** The parameter that was not found, for errors whose answers do not say it. */
function subjectOf(code: number, params: unknown): string | undefined {
  const name = NOT_FOUND[code];
  if (name === undefined || typeof params !== 'object' || params === null) return undefined;
  const value = (params as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The parameter that each of these errors is about. */
const NOT_FOUND: Readonly<Record<number, string>> = {
  [errors.blockNotFound.code]: 'block_id',
  [errors.transactionHashNotFound.code]: 'transaction_hash',
};

/**
 * Every use of a sandbox after `close()` throws it.
 *
 * @example
 * await box.close();
 * await box.mint(alice.address, 5n).catch((error) => error instanceof SandboxClosedError); // true
 */
export class SandboxClosedError extends Error {
  override readonly name = 'SandboxClosedError';

  /** @internal */
  constructor(
    message = 'This sandbox is closed. Create another one, or call close() later. In a test, an `await` may be missing.',
  ) {
    super(message);
    beginAtCaller(this);
  }
}

/**
 * `restore` throws it while a call that can change the chain has not ended, because its effects would come after the restore. It names the
 * calls, and the line of the first one, where an `await` is missing.
 *
 * @example
 * const sending = box.strk.write.transfer(bob, 5n); // without `await`
 * try {
 *   box.restore(mark);
 * } catch (error) {
 *   console.log(error instanceof SandboxBusyError && error.calls); // ['`transfer` of the contract 0x4718…']
 * }
 * await sending;
 */
export class SandboxBusyError extends Error {
  override readonly name = 'SandboxBusyError';
  /** What is running. */
  readonly calls: readonly string[];

  /** @internal */
  constructor(calls: readonly string[], place: string | undefined) {
    const others =
      calls.length === 1 ? '' : calls.length === 2 ? ` and ${calls[1]}` : ` and ${calls.length - 1} others`;
    super(
      `The chain cannot be restored: ${calls[0]}${place === undefined ? '' : ` (called at ${place})`}${others} ${calls.length === 1 ? 'has' : 'have'} not ended. Is an \`await\` missing there?`,
    );
    this.calls = calls;
    beginAtCaller(this);
  }
}
