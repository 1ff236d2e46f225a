// Names in place of addresses in texts, which are long and alike.
import type { Branch } from './branch.ts';
import { namesOf } from './names.ts';

/** Addresses as texts have them: shortened, whole, and in decimal digits as Cairo prints them. Shorter numbers are amounts. */
const ADDRESS = /0x([0-9a-f]{4}…[0-9a-f]{4})\b|0x0*([0-9a-f]{12,64})\b|\b(\d{37,77})\b/gi;

/** A text with names in place of addresses. It is read once, however many names there are. */
export function withNames(branch: Branch, text: string): string {
  const names = new Map<string, string>();
  for (const [name, address] of namesOf(branch)) {
    const digits = address.slice(2);
    if (digits.length < 12) continue;
    names.set(digits, name);
    names.set(`${digits.slice(0, 4)}…${digits.slice(-4)}`, name);
  }
  return text.replace(ADDRESS, (whole, short?: string, hex?: string, decimal?: string) => {
    const digits = decimal === undefined ? (short ?? hex!).toLowerCase() : BigInt(decimal).toString(16);
    const name = names.get(digits);
    return name === undefined ? whole : `@${name}`;
  });
}
