import { decodePrinted } from '../abi/panicData.ts';
import { formatFelt } from '../felt/felt.ts';
import { type FeltKey, feltOf } from '../felt/key.ts';

/** The text of printed felts. `println!` prints a byte array; anything else is shown as short strings and numbers. */
export function printText(felts: readonly FeltKey[]): string {
  return decodePrinted(felts.map(feltOf))
    .map((item) => (item.kind === 'text' ? item.text : (item.shortString ?? formatFelt(item.felt))))
    .join(' ');
}
