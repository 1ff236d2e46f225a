import { decodePanicData, formatPanicData, type PanicItem } from '../abi/panicData.ts';
import { parseFelt } from '../felt/felt.ts';
import { isObject, type Json } from '../json/json.ts';

/** What an error answer of JSON-RPC holds. */
export interface ErrorAnswer {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error that the node answered with. The message names the method and the reason, decoded where it is panic data.
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
  /** The calls of a reverted transaction, what went wrong and where, as `box.explain` gives them; undefined for other errors. */
  readonly explanation: string | undefined;

  /** @internal */
  constructor(method: string, { code, message, data }: ErrorAnswer, more: ErrorDetails = {}) {
    const reason = bounded(reasonOf(data));
    const subject = reason === undefined ? bounded(subjectOf(code, more.params)) : undefined;
    const what = bounded(subject === undefined ? message : `${message}: ${subject}`);
    super(`${method}: ${what}${reason === undefined ? '' : `: ${reason}`}`);
    this.code = code;
    this.data = data;
    this.reason = reason ?? what;
    this.explanation = more.explanation;
  }
}

/** What the library knows of a failure beside the answer. */
export interface ErrorDetails {
  /** The parameters of the request. */
  readonly params?: unknown;
  readonly explanation?: string | undefined;
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
  const { request } = params as { readonly request?: unknown };
  const place = typeof request === 'object' && request !== null && name in request ? request : params;
  const value = (place as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The parameter that each of these errors is about. */
const NOT_FOUND: Readonly<Record<number, string>> = {
  20: 'contract_address',
  21: 'entry_point_selector',
  24: 'block_id',
  28: 'class_hash',
  29: 'transaction_hash',
};

/** Why a request failed, from the data of its error. */
function reasonOf(data: unknown): string | undefined {
  // The text of a failed validation has frames around its reason, as those of reverted transactions have.
  if (typeof data === 'string') return data.split('\n').some((line) => FRAME.test(line)) ? readableReason(data) : data;
  if (!isObject(data as Json)) return undefined;
  const { revert_error, execution_error, reason, revert_reason } = data as Readonly<Record<string, unknown>>;
  const error = revert_error ?? execution_error ?? revert_reason ?? reason;
  return error === undefined ? undefined : readableReason(innermost(error));
}

/** Errors of nested calls are nested objects around one text. */
function innermost(error: unknown): string {
  let inner = error;
  while (typeof inner === 'object' && inner !== null && 'error' in inner) inner = inner.error;
  return typeof inner === 'string' ? inner : JSON.stringify(inner);
}

const FELT_LIST = /\[("0x[0-9a-f]+"(?:, ?"0x[0-9a-f]+")*)\]\s*$/;
/** The lines that name the contracts around the reason. */
const FRAME =
  /^(?:\d+: )?Error in (?:the called contract|contract|a library call|the contract class constructor|contract constructor) \(.*\):$/;
const ENTRYPOINT_FAILED = new Set(['ENTRYPOINT_FAILED', 'argent/multicall-failed']);

/** The panic message in the text of a revert, without the frames around it. */
function readableReason(text: string): string {
  const list = FELT_LIST.exec(text);
  if (list) {
    const felts = list[1]!.split(',').map((felt) => parseFelt(felt.trim().slice(1, -1))!);
    const items = innermostItems(decodePanicData(felts));
    if (items.length === 0) return formatPanicData(felts);
    return items
      .map((item) =>
        item.kind === 'text' ? item.text : item.shortString ? item.shortString : `0x${item.felt.toString(16)}`,
      )
      .join(', ');
  }
  if (text.trim() === '[]') return 'panicked without data';
  const lines = text.trimEnd().split('\n');
  return withoutHex(lines.slice(lines.findLastIndex((line) => FRAME.test(line)) + 1).join('\n'));
}

/**
 * The panic data of the innermost call. Each call around it adds a mark, and the answers of calls repeat the data of each
 * call, outermost first.
 */
function innermostItems(items: readonly PanicItem[]): readonly PanicItem[] {
  const isMark = (item: PanicItem) => item.kind === 'felt' && ENTRYPOINT_FAILED.has(item.shortString ?? '');
  const last = items.slice(items.findLastIndex(isMark) + 1);
  if (last.length > 0) return last;
  return items.slice(0, items.findIndex(isMark));
}

/** `0x4f55 ('OUT')` as `OUT`; brackets around several items stay. */
const withoutHex = (reason: string): string =>
  reason
    .replace(/^Execution failed\. Failure reason:\s*/, '')
    .replace(/\.$/, '')
    .replace(/0x[0-9a-f]+ \('([^']*)'\)/g, '$1')
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(/(?:, )?ENTRYPOINT_FAILED(?=$|,)/g, '')
    .replace(/^"([\s\S]*)"$/, '$1')
    .trim();

/**
 * Every use of a sandbox after `close()` throws it.
 *
 * @example
 * await box.close();
 * await box.mint(alice.address, 5n).catch((error) => error instanceof SandboxClosedError); // true
 */
export class SandboxClosedError extends Error {
  override readonly name = 'SandboxClosedError';

  constructor() {
    super('This sandbox is closed. Create another one, or call close() later.');
  }
}
