import type { Felt } from '../felt/felt.ts';

/** The felt that marks the start of a ByteArray in panic data. */
export const BYTE_ARRAY_MAGIC = 0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n;
const BYTES_IN_WORD = 31;
const WORD_LIMIT = 1n << BigInt(8 * BYTES_IN_WORD);
/** No reader shows more characters: networks cut revert reasons at 15,000. A contract can panic with megabytes, so the rest is not decoded. */
const MAX_CHARS = 20_000;

/** One item of panic data: a ByteArray, or a felt and its short string if it is readable as one. */
export type PanicItem =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'felt'; readonly felt: Felt; readonly shortString: string | undefined };

/**
 * Splits panic data into items and decodes its ByteArrays, as far as anybody shows them. A short string with control characters counts
 * as a number.
 */
export const decodePanicData = (felts: readonly Felt[]): readonly PanicItem[] =>
  itemsOf(felts, plainStringOf, readableText);

/** Splits printed data into items and decodes its ByteArrays. Short strings may have tabs and line breaks. */
export const decodePrinted = (felts: readonly Felt[]): readonly PanicItem[] => itemsOf(felts, shortStringOf);

function itemsOf(
  felts: readonly Felt[],
  stringOf: typeof shortStringOf,
  textOf: typeof escapedText = escapedText,
): readonly PanicItem[] {
  const items: PanicItem[] = [];
  let at = 0;
  let chars = 0;
  while (at < felts.length && chars < MAX_CHARS) {
    const felt = felts[at++]!;
    const array = felt === BYTE_ARRAY_MAGIC ? byteArrayAt(felts, at) : undefined;
    if (array) {
      const text = textOf(array.bytes);
      items.push({ kind: 'text', text });
      chars += text.length;
      at = array.end;
    } else {
      items.push({ kind: 'felt', felt, shortString: stringOf(felt) });
      // A digit, a comma and a space at least.
      chars += 3;
    }
  }
  return items;
}

/** The text of panic data in revert reasons, as networks write it. Unless there is exactly one item, the items are in brackets. */
export function formatPanicData(felts: readonly Felt[]): string {
  const items = itemsOf(felts, shortStringOf).map(formatItem);
  return items.length === 1 ? items[0]! : `(${items.join(', ')})`;
}

function formatItem(item: PanicItem): string {
  if (item.kind === 'text') return `"${item.text}"`;
  const hex = `0x${item.felt.toString(16)}`;
  return item.shortString === undefined ? hex : `${hex} ('${item.shortString}')`;
}

/** Reads a felt as a short string: printable ASCII and white space, with zero bytes only at the end. Undefined if it is not one. */
export function shortStringOf(felt: Felt): string | undefined {
  let text = '';
  let ended = false;
  for (const byte of bytesOf(felt)) {
    if (byte === 0) ended = true;
    else if (ended || !isReadable(byte)) return undefined;
    else text += String.fromCharCode(byte);
  }
  return text;
}

/** Reads a felt as a short string that can be shown on a line: one without control characters. */
export function plainStringOf(felt: Felt): string | undefined {
  const text = shortStringOf(felt);
  return text !== undefined && /^[ -~]*$/.test(text) ? text : undefined;
}

function byteArrayAt(felts: readonly Felt[], start: number): { bytes: readonly number[]; end: number } | undefined {
  const count = felts[start];
  if (count === undefined || count > BigInt(felts.length)) return undefined;
  const pendingAt = start + 1 + Number(count);
  const pending = felts[pendingAt];
  const pendingLength = felts[pendingAt + 1];
  if (pending === undefined || pendingLength === undefined || pendingLength > BYTES_IN_WORD) return undefined;
  const bytes: number[] = [];
  for (let i = start + 1; i < pendingAt; i++) {
    // All words are checked, since one that is too large makes the whole something else.
    if (felts[i]! >= WORD_LIMIT) return undefined;
    if (bytes.length < MAX_CHARS) bytes.push(...wordBytes(felts[i]!, BYTES_IN_WORD)!);
  }
  const last = wordBytes(pending, Number(pendingLength));
  if (last === undefined) return undefined;
  if (bytes.length < MAX_CHARS) bytes.push(...last);
  return { bytes, end: pendingAt + 2 };
}

/** The bytes of a word with the given length; undefined if it has more. */
function wordBytes(word: Felt, length: number): readonly number[] | undefined {
  if (length === 0) return word === 0n ? [] : undefined;
  const bytes = bytesOf(word);
  return bytes.length > length ? undefined : [...new Array<number>(length - bytes.length).fill(0), ...bytes];
}

/** Bytes as networks write them: those that are not readable ASCII are escaped. */
function escapedText(bytes: readonly number[]): string {
  let text = '';
  for (const byte of bytes) text += isReadable(byte) ? String.fromCharCode(byte) : escaped(byte);
  return text;
}

/** Bytes as people read them: UTF-8, with control characters escaped. What is no UTF-8 is written as networks do. */
function readableText(bytes: readonly number[]): string {
  if (bytes.every((byte) => byte < 0x80)) return escapedText(bytes);
  try {
    // A text that was cut may end within a character.
    const stream = bytes.length >= MAX_CHARS;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes), { stream });
    return Array.from(text, readableChar).join('');
  } catch {
    return escapedText(bytes);
  }
}

/** A character, escaped if it is a control character of ASCII. */
function readableChar(char: string): string {
  const code = char.codePointAt(0)!;
  return code >= 0x80 || isReadable(code) ? char : escaped(code);
}

const escaped = (byte: number): string => (byte === 0 ? '\\0' : `\\x${byte.toString(16).padStart(2, '0')}`);

const isReadable = (byte: number) =>
  (byte > 0x20 && byte < 0x7f) || byte === 0x20 || byte === 9 || byte === 10 || byte === 12 || byte === 13;

/** Big-endian bytes without leading zeros; zero is one zero byte. */
function bytesOf(felt: Felt): number[] {
  let hex = felt.toString(16);
  if (hex.length % 2) hex = `0${hex}`;
  const bytes: number[] = [];
  for (let i = 0; i < hex.length; i += 2) bytes.push(Number.parseInt(hex.slice(i, i + 2), 16));
  return bytes;
}
