// The one line of an error that a person wants to read.
import { decodePanicData, formatPanicData, type PanicItem } from '../abi/panicData.ts';
import { parseFelt } from '../felt/felt.ts';
import { isObject, type Json } from '../json/json.ts';

/** Why a request failed, from the data of its error. */
export function reasonOf(data: unknown): string | undefined {
  // The text of a failed validation has frames around its reason, as those of reverted transactions have.
  if (typeof data === 'string')
    return data.split('\n').some((line) => FRAME.test(line)) ? readableReason(withoutNote(data)) : data;
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
/** What we add to the text of a failed validation. */
const NOTE = /\s+(Note: [^\n]*)$/;

/** The note at the end of a text. */
export const noteIn = (text: unknown): string | undefined =>
  typeof text === 'string' ? NOTE.exec(text)?.[1] : undefined;

export const withoutNote = (text: string): string => text.replace(NOTE, '');

/** The lines that name the contracts around the reason. */
const FRAME =
  /^(?:\d+: )?Error in (?:the called contract|contract|a library call|the contract class constructor|contract constructor) \(.*\):$/;
const ENTRYPOINT_FAILED = new Set(['ENTRYPOINT_FAILED', 'argent/multicall-failed']);

/** The panic message in the text of a revert, without the frames around it. */
function readableReason(long: string): string {
  const text = shortened(long);
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

/** Nobody reads more of a reason. A list of values stays one. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const start = text.slice(0, MAX_CHARS);
  return text.startsWith('[') ? `${start.slice(0, start.lastIndexOf(','))}]` : start;
}
const MAX_CHARS = 60_000;

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
