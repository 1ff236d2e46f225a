import type { ItemCursor } from '../../tools/find/itemCursor.ts';
import { invalidParams } from '../rpcError.ts';
import { type Decoder, decoder, text } from './decoder.ts';

/** `7.2.1` is before the second item of the third transaction of block 7. */
const CURSOR = /^(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/;
const cursorText = text('textChars');

/** Where a page of a list begins: where another one ended, which its answer says in this member. */
export const itemCursor = (member: string, items: string): Decoder<ItemCursor, string> =>
  decoder<ItemCursor, string>(`the \`${member}\` of another page of ${items}`, '999999999.0.0', (value, field) => {
    const found = CURSOR.exec(cursorText(value, field));
    if (!found) throw invalidParams(`${field ?? 'page'}: give the \`${member}\` of another page, such as 7.2.1`);
    return { blockNumber: Number(found[1]), index: Number(found[2]), item: Number(found[3]) };
  });

/** The text of such a place. */
export const cursorAt = (blockNumber: number, index: number, item: number): string => `${blockNumber}.${index}.${item}`;
