import { type Json, WrittenNumber } from './json.ts';

const NUMBER = /[-+.\deE]+/y;
const NO_INTEGER = /[.eE]/;

/** Builds the values of a checked JSON text with all digits of its numbers; `JSON.parse` would round them. */
export function parseExact(text: string): Json {
  let at = 0;

  /** The first character that is not blank. */
  const peek = (): string => {
    while (text.charCodeAt(at) <= 0x20) at++;
    return text[at]!;
  };

  function readText(): string {
    const start = at;
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    at = end + 1;
    const inner = text.slice(start + 1, end);
    return inner.includes('\\') ? JSON.parse(text.slice(start, at)) : inner;
  }

  function readNumber(): Json {
    NUMBER.lastIndex = at;
    const [written] = NUMBER.exec(text)!;
    at += written.length;
    if (NO_INTEGER.test(written)) return new WrittenNumber(written);
    const value = Number(written);
    return Number.isSafeInteger(value) ? value : BigInt(written);
  }

  function readList(): Json {
    const items: Json[] = [];
    at++;
    if (peek() === ']') at++;
    else
      do {
        items.push(readValue());
        peek();
      } while (text[at++] === ',');
    return items;
  }

  function readObject(): Json {
    // A null prototype, since a member may be called __proto__.
    const object: Record<string, Json> = Object.create(null);
    at++;
    if (peek() === '}') at++;
    else
      do {
        peek();
        const name = readText();
        peek();
        at++;
        object[name] = readValue();
        peek();
      } while (text[at++] === ',');
    return object;
  }

  function readWord(word: string, value: null | boolean): Json {
    at += word.length;
    return value;
  }

  function readValue(): Json {
    switch (peek()) {
      case '{':
        return readObject();
      case '[':
        return readList();
      case '"':
        return readText();
      case 't':
        return readWord('true', true);
      case 'f':
        return readWord('false', false);
      case 'n':
        return readWord('null', null);
      default:
        return readNumber();
    }
  }

  return readValue();
}

/** Whether an odd number of backslashes precedes the character at a position. */
function isEscaped(text: string, position: number): boolean {
  let before = position;
  while (text[before - 1] === '\\') before--;
  return (position - before) % 2 === 1;
}
