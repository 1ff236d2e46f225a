// A Cairo ByteArray as felts: the number of full words, those words of 31 bytes, the bytes that are left, and their number.
import type { Felt } from '../felt/felt.ts';

/** Bytes in a full word of a ByteArray. */
export const WORD_BYTES = 31;

/** The felts of a ByteArray. */
export function feltsOfBytes(bytes: Uint8Array): Felt[] {
  const full = Math.floor(bytes.length / WORD_BYTES);
  const felts = [BigInt(full) as Felt];
  for (let i = 0; i <= full; i++) felts.push(wordOf(bytes.subarray(i * WORD_BYTES, (i + 1) * WORD_BYTES)));
  felts.push(BigInt(bytes.length % WORD_BYTES) as Felt);
  return felts;
}

function wordOf(bytes: Uint8Array): Felt {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(`0x0${hex}`) as Felt;
}

/** Writes a word of a ByteArray as bytes; false when it does not fit into them. */
export function writeWord(word: Felt, target: Uint8Array): boolean {
  const hex = word.toString(16).padStart(2 * target.length, '0');
  if (hex.length > 2 * target.length && word !== 0n) return false;
  for (let i = 0; i < target.length; i++) target[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return true;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; undefined when they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
