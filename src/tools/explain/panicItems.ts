import type { PanicItem } from '../../abi/panicData.ts';
import { formatFelt } from '../../felt/felt.ts';
import { safeWord } from '../../text/safeText.ts';

/** Panic data as its texts and short strings, and as numbers where it is neither. */
export const panicItemsText = (items: readonly PanicItem[]): string =>
  // An item has at least one character, so no more items can be shown.
  items.length === 0 ? 'no data' : shorten(items.slice(0, MAX_LENGTH).map(itemText).join(', '));

function itemText(item: PanicItem): string {
  if (item.kind === 'text') return `"${safeWord(item.text)}"`;
  return item.shortString ? `'${item.shortString}'` : formatFelt(item.felt);
}

const MAX_LENGTH = 200;

export const shorten = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

/** Panic data without `ENTRYPOINT_FAILED` at its end, which each call that passed on the panic has appended. */
export function withoutMarks(items: readonly PanicItem[]): readonly PanicItem[] {
  const isMark = (item: PanicItem) => item.kind === 'felt' && item.shortString === 'ENTRYPOINT_FAILED';
  const end = items.findLastIndex((item) => !isMark(item)) + 1;
  return end === 0 ? items : items.slice(0, end);
}
