/**
 * JSON that keeps its numbers as they were written. Cairo 0 classes hold integers beyond 2^53, and their hash
 * covers the digits; JSON.parse would round them.
 */
export type ExactJson = null | boolean | string | ExactNumber | readonly ExactJson[] | ExactObject;

/** An object of exact JSON; a Map, since keys come from outside. */
export type ExactObject = ReadonlyMap<string, ExactJson>;

/** A number and its digits. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A text that is not JSON. */
export class ExactJsonError extends Error {
  override readonly name = 'ExactJsonError';
}

const MAX_DEPTH = 200;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Everything but control characters, the quote and the backslash.
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/uy;
const PLAIN_STRING = /"[ !#-[\]-\u{10ffff}]*"/uy;
const WORDS = new Map<string, ExactJson>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Reads a JSON text. */
export function parseExactJson(text: string): ExactJson {
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const fail = (): never => {
    throw new ExactJsonError(`The text is not JSON: unexpected ${at < text.length ? `character at ${at}` : 'end'}.`);
  };
  const string = (): string => {
    const plain = match(PLAIN_STRING);
    if (plain !== undefined) return plain.slice(1, -1);
    const found = match(STRING);
    return found === undefined ? fail() : JSON.parse(found);
  };
  /** Reads items until the closing character; the opening one has been read. */
  const items = (close: string, item: () => void): void => {
    match(SPACE);
    if (text[at] === close) {
      at++;
      return;
    }
    for (;;) {
      item();
      match(SPACE);
      const next = text[at++];
      if (next === close) return;
      if (next !== ',') {
        at--;
        fail();
      }
    }
  };
  const value = (depth: number): ExactJson => {
    if (depth > MAX_DEPTH) throw new ExactJsonError(`The JSON nests deeper than ${MAX_DEPTH} levels.`);
    match(SPACE);
    const first = text[at];
    if (first === '{') {
      at++;
      const object = new Map<string, ExactJson>();
      items('}', () => {
        match(SPACE);
        const key = string();
        match(SPACE);
        if (text[at] !== ':') fail();
        at++;
        object.set(key, value(depth + 1));
      });
      return object;
    }
    if (first === '[') {
      at++;
      const list: ExactJson[] = [];
      items(']', () => list.push(value(depth + 1)));
      return list;
    }
    if (first === '"') return string();
    for (const [word, meaning] of WORDS)
      if (text.startsWith(word, at)) {
        at += word.length;
        return meaning;
      }
    return new ExactNumber(match(NUMBER) ?? fail());
  };
  const result = value(0);
  match(SPACE);
  return at === text.length ? result : fail();
}

/** Writes it as Python does: `, ` and `: ` between items, non-ASCII escaped. Keys keep the order of the map. */
export function formatPythonJson(value: ExactJson): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'string') return quote(value);
  if (value instanceof Map)
    return `{${[...value].map(([key, inner]) => `${quote(key)}: ${formatPythonJson(inner)}`).join(', ')}}`;
  if (Array.isArray(value)) return `[${value.map(formatPythonJson).join(', ')}]`;
  return String(value);
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
