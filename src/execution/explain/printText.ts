import { decodePanicData } from '../../abi/panicData.ts';
import { formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';

/** Printed felts as text: what `println!` writes is a byte array, the rest are felts. */
export function printText(felts: readonly FeltKey[]): string {
  return decodePanicData(felts.map(feltOf))
    .map((item) => (item.kind === 'text' ? item.text : (item.shortString ?? formatFelt(item.felt))))
    .join(' ');
}
