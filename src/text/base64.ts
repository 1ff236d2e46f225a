const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The values of digits by their codes; 64 for other characters. */
const VALUES = new Uint8Array(128).fill(64);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;
const digit = (text: string, at: number): number => VALUES[text.charCodeAt(at)] ?? 64;

/** The bytes of a text in base64, with its padding; undefined if it is none. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  if (text.length % 4 !== 0) return undefined;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let invalid = 0;
  // COST: a proof has millions of characters. `atob` and a check of all characters take four times as long.
  for (let i = 0, at = 0; i < text.length; i += 4, at += 3) {
    const a = digit(text, i);
    const b = digit(text, i + 1);
    const c = i + 2 < end ? digit(text, i + 2) : 0;
    const d = i + 3 < end ? digit(text, i + 3) : 0;
    invalid |= a | b | c | d;
    const group = (a << 18) | (b << 12) | (c << 6) | d;
    // What is written behind the end is dropped.
    bytes[at] = group >> 16;
    bytes[at + 1] = group >> 8;
    bytes[at + 2] = group;
  }
  return invalid >= 64 ? undefined : bytes;
}

/** Bytes that are written at a time: a multiple of 3, so that only the last of them need padding. */
const AT_ONCE = 3 * 2 ** 13;

/** Bytes in base64, in parts. */
export function* base64Parts(bytes: Uint8Array): Generator<string, void, void> {
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    yield btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
}

export const writeBase64 = (bytes: Uint8Array): string => [...base64Parts(bytes)].join('');
