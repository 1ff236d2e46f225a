import { safeLines } from './safeText.ts';

/** A text for people, with or without the colours of a terminal. */
export type PaintedText = (color: boolean) => string;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const COLOUR = /(\u001b\[\d{1,2}m)/;

/** The text with its colours, and an escape in place of every other character that a terminal would act on. */
export const safePainted = (text: string): string =>
  text
    .split(COLOUR)
    .map((part, i) => (i % 2 === 1 ? part : safeLines(part)))
    .join('');
