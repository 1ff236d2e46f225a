import type { PanicItem } from '../../abi/panicData.ts';
import { formatFelt } from '../../felt/felt.ts';

/** Panic data as its texts and short strings, and as numbers where it is neither. */
export const panicItemsText = (items: readonly PanicItem[]): string =>
  items.length === 0 ? 'no data' : shorten(items.slice(0, LONGEST).map(itemText).join(', '));

function itemText(item: PanicItem): string {
  if (item.kind === 'text') return `"${item.text}"`;
  return item.shortString ? `'${item.shortString}'` : formatFelt(item.felt);
}

const LONGEST = 200;

export const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
