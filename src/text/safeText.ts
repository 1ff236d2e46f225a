// Text of others (clients, contracts, origins, files) on its way to a terminal.

/**
 * Characters that do something on a terminal instead of being shown: control characters except tab and line feed, what changes
 * the direction of text or is invisible, further line ends, halves of surrogate pairs.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be found.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/gu;

/** Texts without any of them, which are almost all, are found faster: printable ASCII, tab, line feed, and the `…` of shortened numbers. */
const ORDINARY = /^[\t\n -~\u2026]*$/;

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/** The text with its lines, and an escape in place of every character that a terminal would act on. */
export const safeLines = (text: string): string => (ORDINARY.test(text) ? text : text.replace(UNSAFE, escaped));

/** The text as one line, with an escape in place of every line feed and of every character that a terminal would act on. */
export const safeLine = (text: string): string => safeLines(text).replaceAll('\n', '\\n');

/** The text as it is quoted within a line: tabs are escaped too, which would move what follows. */
export const safeWord = (text: string): string => safeLine(text).replaceAll('\t', '\\t');
