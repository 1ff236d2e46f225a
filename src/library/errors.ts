import { decodePanicData, formatPanicData } from '../abi/panicData.ts';
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
  /** Why it failed, in one line: the panic message of the innermost contract, or what the node says. */
  readonly reason: string;

  constructor(method: string, { code, message, data }: ErrorAnswer) {
    const reason = reasonOf(data);
    super(`${method}: ${message}${reason === undefined ? '' : `: ${reason}`}`);
    this.code = code;
    this.data = data;
    this.reason = reason ?? message;
  }
}

/** Why a request failed, from the data of its error. */
function reasonOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
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
export function readableReason(text: string): string {
  const list = FELT_LIST.exec(text);
  if (list) {
    const felts = list[1]!.split(',').map((felt) => parseFelt(felt.trim().slice(1, -1))!);
    const items = decodePanicData(felts).filter(
      (item) => item.kind === 'text' || !ENTRYPOINT_FAILED.has(item.shortString ?? ''),
    );
    if (items.length === 0) return formatPanicData(felts);
    return items
      .map((item) =>
        item.kind === 'text' ? item.text : item.shortString ? item.shortString : `0x${item.felt.toString(16)}`,
      )
      .join(', ');
  }
  const lines = text.trimEnd().split('\n');
  return withoutHex(lines.slice(lines.findLastIndex((line) => FRAME.test(line)) + 1).join('\n'));
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

/** Every use of a sandbox after `close()` throws it. */
export class SandboxClosedError extends Error {
  override readonly name = 'SandboxClosedError';

  constructor() {
    super('This sandbox is closed. Create another one, or call close() later.');
  }
}
