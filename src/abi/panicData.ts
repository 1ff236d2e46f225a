import type { Felt } from '../felt/felt.ts';

/** What stands in front of a ByteArray inside panic data. */
const BYTE_ARRAY_MAGIC = 0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n;
const BYTES_IN_WORD = 31;

/** One item of panic data: a ByteArray, or a felt with its short string when it reads as one. */
export type PanicItem =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'felt'; readonly felt: Felt; readonly shortString: string | undefined };

/** Panic data item by item, ByteArrays put together. */
export function decodePanicData(felts: readonly Felt[]): readonly PanicItem[] {
  const items: PanicItem[] = [];
  let at = 0;
  while (at < felts.length) {
    const felt = felts[at++]!;
    const array = felt === BYTE_ARRAY_MAGIC ? byteArrayAt(felts, at) : undefined;
    if (array) {
      items.push({ kind: 'text', text: array.text });
      at = array.end;
    } else {
      items.push({ kind: 'felt', felt, shortString: shortStringOf(felt) });
    }
  }
  return items;
}

/** Panic data as revert reasons show it: one item alone, any other number in brackets. */
export function formatPanicData(felts: readonly Felt[]): string {
  const items = decodePanicData(felts).map(formatItem);
  return items.length === 1 ? items[0]! : `(${items.join(', ')})`;
}

function formatItem(item: PanicItem): string {
  if (item.kind === 'text') return `"${item.text}"`;
  const hex = `0x${item.felt.toString(16)}`;
  return item.shortString === undefined ? hex : `${hex} ('${item.shortString}')`;
}

/** A felt as a short string: printable ASCII and white space, zero bytes at the end only; undefined when it is not one. */
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

function byteArrayAt(felts: readonly Felt[], start: number): { text: string; end: number } | undefined {
  const count = felts[start];
  if (count === undefined || count > BigInt(felts.length)) return undefined;
  const pendingAt = start + 1 + Number(count);
  const pending = felts[pendingAt];
  const pendingLength = felts[pendingAt + 1];
  if (pending === undefined || pendingLength === undefined || pendingLength > BYTES_IN_WORD) return undefined;
  let text = '';
  for (let i = start + 1; i < pendingAt; i++) {
    const word = wordText(felts[i]!, BYTES_IN_WORD);
    if (word === undefined) return undefined;
    text += word;
  }
  const last = wordText(pending, Number(pendingLength));
  return last === undefined ? undefined : { text: text + last, end: pendingAt + 2 };
}

/** The bytes of a word of known length, those that are not readable escaped. */
function wordText(word: Felt, length: number): string | undefined {
  if (length === 0) return word === 0n ? '' : undefined;
  const bytes = bytesOf(word);
  if (bytes.length > length) return undefined;
  let text = '\\0'.repeat(length - bytes.length);
  for (const byte of bytes) {
    if (byte === 0) text += '\\0';
    else if (isReadable(byte)) text += String.fromCharCode(byte);
    else text += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

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
