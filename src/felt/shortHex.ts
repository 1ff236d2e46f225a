import { type Felt, formatFelt } from './felt.ts';

/** A felt with its first and last digits: `0x4718…938d`. */
export function shortHex(felt: Felt): string {
  const text = formatFelt(felt);
  return text.length > 12 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
