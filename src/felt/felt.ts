/** An element of the Stark field, always reduced: 0 <= value < P. */
export type Felt = bigint & { readonly __felt: true };

/** The Stark prime. */
export const P = 2n ** 251n + 17n * 2n ** 192n + 1n;

/** Thrown for a value that is not the field element, point or text that it should be. */
export class FeltError extends Error {
  override readonly name = 'FeltError';
}

/**
 * Reads a felt as clients write it: `0x` and at most 64 digits, which may be zero-padded and in capitals. Returns undefined
 * when the text is not a felt. `formatFelt` writes the one canonical form.
 */
export function parseFelt(text: unknown): Felt | undefined {
  if (typeof text !== 'string' || text.length > 66 || !text.startsWith('0x')) return undefined;
  // BigInt checks the digits, but it also accepts trailing blanks.
  const last = text.charCodeAt(text.length - 1);
  if (last < DIGIT_0 || last > LETTER_F) return undefined;
  try {
    const value = BigInt(text);
    return value < P ? (value as Felt) : undefined;
  } catch {
    return undefined;
  }
}

const DIGIT_0 = 0x30;
const LETTER_F = 0x66;

/** Converts a number to a felt. Throws when it is out of range, and never reduces it. */
export function toFelt(value: bigint | number): Felt {
  const wide = BigInt(value);
  if (wide < 0n || wide >= P)
    throw new FeltError(`${wide} is not a field element: it must be at least 0 and below ${P}.`);
  return wide as Felt;
}

/** The felt congruent to any integer. */
export function reduce(value: bigint): Felt {
  const rest = value % P;
  return (rest < 0n ? rest + P : rest) as Felt;
}

const HALF = P / 2n;

/** A felt as a number that may be negative: those above P / 2 are. */
export const signed = (felt: bigint): bigint => (felt > HALF ? felt - P : felt);

/** The canonical text of a felt: 0x and lower-case digits without leading zeros. */
export function formatFelt(value: Felt): `0x${string}` {
  return `0x${value.toString(16)}`;
}

/** The felt of a short ASCII text (at most 31 characters), as Cairo writes 'text'. */
export function feltOfAscii(text: string): Felt {
  let value = 0n;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code > 127) throw new FeltError(`'${text}' is not a short string: ${char} is not ASCII.`);
    value = (value << 8n) | BigInt(code);
  }
  if (text.length > 31)
    throw new FeltError(`'${text}' is not a short string: it has ${text.length} characters, at most 31 fit.`);
  return value as Felt;
}
