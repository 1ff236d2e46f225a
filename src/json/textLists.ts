// Long lists of short texts, such as calldata or the program of a class. `JSON.parse` looks up each text of up to ten characters in V8's
// table of strings and adds it there if it is new, which takes ten times as long as to cut it out of the JSON.
import type { Json } from './json.ts';

/** A shorter list is left to `JSON.parse`. */
const LONG_LIST = 64;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const LIST_END = 0x5d;
const QUOTE = 0x22;
/** The first character of the text that stands for a list. No text has it, because JSON texts have no control characters but as escapes. */
const MARK = 0;

/** The values of a checked JSON text, as `JSON.parse` gives them. */
export function parseWithTextLists(text: string): Json {
  // Without escapes, quotes are only around texts.
  if (!text.includes('["') || text.includes('\\')) return JSON.parse(text);
  const lists: (readonly string[])[] = [];
  let rest = '';
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = text.indexOf('"', start + 1);
    if (text.charCodeAt(start - 1) === LIST_START) {
      const first = start;
      const items = [text.slice(start + 1, end)];
      while (text.charCodeAt(end + 1) === COMMA && text.charCodeAt(end + 2) === QUOTE) {
        start = end + 2;
        end = text.indexOf('"', start + 1);
        items.push(text.slice(start + 1, end));
      }
      if (items.length >= LONG_LIST && text.charCodeAt(end + 1) === LIST_END) {
        rest += `${text.slice(copied, first - 1)}"\\u0000${lists.length}"`;
        copied = end + 2;
        lists.push(items);
      }
    }
    start = text.indexOf('"', end + 1);
  }
  rest += text.slice(copied);
  // `put` is called for each value of the rest, so it must be the smaller part.
  if (rest.length > text.length / 2) return JSON.parse(text);
  const put = (_name: string, value: unknown) =>
    typeof value === 'string' && value.charCodeAt(0) === MARK ? lists[Number(value.slice(1))] : value;
  return JSON.parse(rest, put);
}
