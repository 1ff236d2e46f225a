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

/** Panic data without the marks that the callers of the panicking function have added. */
export function withoutMarks(items: readonly PanicItem[]): readonly PanicItem[] {
  const isMark = (item: PanicItem) => item.kind === 'felt' && item.shortString === 'ENTRYPOINT_FAILED';
  const end = items.findLastIndex((item) => !isMark(item)) + 1;
  return end === 0 ? items : items.slice(0, end);
}
