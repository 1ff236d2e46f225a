const DIGITS = /^(?:\+?\d+|0x[\da-f]+)$/i;
const SCIENTIFIC = /^(\d{1,78})(?:\.(\d{1,78}))?e\+?(\d{1,2})$/i;
const POWER = /^(\d{1,78})(?:\^|\*\*)(\d{1,3})$/;

/** The forms of a whole number, for messages. */
export const WHOLE_NUMBER_FORMS = 'write 1000, 1_000, 1e3, 10^3 or 0x3e8';

/** Reads a whole number as people write it: `1000`, `1_000`, `1e3`, `1.5e3`, `10^3` or `0x3e8`; undefined if the text is none. */
export function wholeNumber(text: string): bigint | undefined {
  const plain = text.replace(/(?<=[\da-f])_(?=[\da-f])/gi, '');
  if (DIGITS.test(plain)) return BigInt(plain.replace('+', ''));
  const [, base, power] = POWER.exec(plain) ?? [];
  if (power !== undefined) return BigInt(base!) ** BigInt(power);
  const [, whole, fraction = '', exponent] = SCIENTIFIC.exec(plain) ?? [];
  const zeros = Number(exponent) - fraction.length;
  return zeros >= 0 ? BigInt(whole! + fraction) * 10n ** BigInt(zeros) : undefined;
}
