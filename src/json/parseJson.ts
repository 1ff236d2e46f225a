// JSON whose integers keep every digit. `JSON.parse` does the work unless the text may hold a number it would round.
import { DuplicateKeyError, type Json, JsonError, WrittenNumber } from './json.ts';

// A number token of 16 digits or more, or one with a fraction or an exponent. Texts inside strings may match: that costs time only.
const NEEDS_CARE = /(?:^|[:[,])\s*-?\d+(?:\d{15}|\.\d|[eE][-+\d])/;

/** Reads a JSON text exactly; `maxDepth` bounds its nesting. */
export function parseJson(text: string, maxDepth: number): Json {
  if (NEEDS_CARE.test(text)) return parseExact(text, maxDepth);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return parseExact(text, maxDepth); // to name the place of the error
  }
  // Each level takes two characters, so a short text needs no look.
  if (text.length > 2 * maxDepth && !withinDepth(value, maxDepth)) throw new JsonError(tooDeep(maxDepth));
  return value;
}

const tooDeep = (maxDepth: number) => `the text is nested more than ${maxDepth} levels deep`;

function withinDepth(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (typeof item === 'object' && item !== null && !withinDepth(item, depth - 1)) return false;
  return true;
}

/** Whether an object of the outermost two levels names a key twice, which `JSON.parse` hides. */
export function hasDuplicateKeys(text: string, maxDepth: number): boolean {
  try {
    parseExact(text, maxDepth, 2);
    return false;
  } catch (error) {
    return error instanceof DuplicateKeyError;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
// Everything but quotes, backslashes and control characters.
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The slow reader: exact numbers and the line and column of an error. */
function parseExact(text: string, maxDepth: number, uniqueDepth = 0): Json {
  let at = 0;

  const fail = (what: string, position = at): JsonError => {
    const before = text.slice(0, position);
    const line = before.split('\n').length;
    return new JsonError(`${what} at line ${line} column ${position - (before.lastIndexOf('\n') + 1)}`);
  };
  const skipBlanks = () => {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  };

  function readText(): string {
    let out = '';
    at++;
    for (;;) {
      PLAIN_TEXT.lastIndex = at;
      const plain = PLAIN_TEXT.exec(text)![0];
      out += plain;
      at += plain.length;
      const char = text[at];
      if (char === undefined) throw fail('EOF while parsing a string');
      if (char === '"') {
        at++;
        return out;
      }
      if (char !== '\\') throw fail('control character (\\u0000-\\u001F) found while parsing a string', at + 1);
      const letter = text[at + 1];
      if (letter === 'u') {
        const digits = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw fail('invalid escape', at + 2);
        out += String.fromCharCode(Number.parseInt(digits, 16));
        at += 6;
      } else {
        const plainChar = letter === undefined ? undefined : ESCAPES[letter];
        if (plainChar === undefined)
          throw fail(letter === undefined ? 'EOF while parsing a string' : 'invalid escape', at + 2);
        out += plainChar;
        at += 2;
      }
    }
  }

  function readNumber(): Json {
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(text);
    if (!found) throw fail('invalid number', at + 1);
    at += found[0].length;
    if (/[\d.eE]/.test(text[at] ?? '')) throw fail('invalid number', at + 1);
    if (found[1] !== undefined || found[2] !== undefined) return new WrittenNumber(found[0]);
    const value = Number(found[0]);
    return Number.isSafeInteger(value) ? value : BigInt(found[0]);
  }

  function readWord(word: string, value: null | boolean): Json {
    for (let i = 0; i < word.length; i++)
      if (text[at + i] !== word[i])
        throw text[at + i] === undefined
          ? fail('EOF while parsing a value', at + i)
          : fail('expected ident', at + i + 1);
    at += word.length;
    return value;
  }

  function readArray(depth: number): Json {
    const items: Json[] = [];
    at++;
    skipBlanks();
    if (text[at] === ']') {
      at++;
      return items;
    }
    for (;;) {
      skipBlanks();
      if (text[at] === undefined) throw fail('EOF while parsing a list');
      items.push(readValue(depth + 1));
      skipBlanks();
      if (text[at] === ']') {
        at++;
        return items;
      }
      if (text[at] === undefined) throw fail('EOF while parsing a list');
      if (text[at] !== ',') throw fail('expected `,` or `]`', at + 1);
      at++;
      skipBlanks();
      if (text[at] === ']') throw fail('trailing comma', at + 1);
    }
  }

  function readObject(depth: number): Json {
    // A null prototype: a client may send a key such as __proto__.
    const object: Record<string, Json> = Object.create(null);
    at++;
    skipBlanks();
    if (text[at] === '}') {
      at++;
      return object;
    }
    for (;;) {
      skipBlanks();
      if (text[at] === undefined) throw fail('EOF while parsing an object');
      if (text[at] !== '"') throw fail(text[at] === '}' ? 'trailing comma' : 'key must be a string', at + 1);
      const key = readText();
      if (depth < uniqueDepth && key in object) throw new DuplicateKeyError(`duplicate field \`${key}\``);
      skipBlanks();
      if (text[at] === undefined) throw fail('EOF while parsing an object');
      if (text[at] !== ':') throw fail('expected `:`', at + 1);
      at++;
      object[key] = readValue(depth + 1);
      skipBlanks();
      if (text[at] === '}') {
        at++;
        return object;
      }
      if (text[at] === undefined) throw fail('EOF while parsing an object');
      if (text[at] !== ',') throw fail('expected `,` or `}`', at + 1);
      at++;
    }
  }

  function readValue(depth: number): Json {
    if (depth > maxDepth) throw new JsonError(tooDeep(maxDepth));
    skipBlanks();
    const char = text[at];
    if (char === undefined) throw fail('EOF while parsing a value');
    if (char === '{') return readObject(depth);
    if (char === '[') return readArray(depth);
    if (char === '"') return readText();
    if (char === 't') return readWord('true', true);
    if (char === 'f') return readWord('false', false);
    if (char === 'n') return readWord('null', null);
    if (char === '-' || (char >= '0' && char <= '9')) return readNumber();
    throw fail('expected value', at + 1);
  }

  const value = readValue(0);
  skipBlanks();
  if (at < text.length) throw fail('trailing characters', at + 1);
  return value;
}
