// JSON for people: long values are cut, and what fits in a line is one line.

import { WrittenNumber } from '../../src/json/json.ts';
import { writeJson } from '../../src/json/writeJson.ts';

/** The longest line. */
const WIDTH = 110;
/** The longest text, and the longest hexadecimal number, that are not cut. */
const MOST_CHARACTERS = 140;
const MOST_DIGITS = 24;
/** The most elements that are shown of a list of objects, and of other lists. */
const MOST_OBJECTS = 1;
const MOST_VALUES = 3;

/** A value as the reference shows it: `…` stands for what is left out. */
export const shortJson = (value: unknown): string => inLines(shortened(value), '', 0);

/** `used` is what the line already has besides its indent. */
function inLines(value: unknown, indent: string, used: number): string {
  const inline = inOneLine(value);
  if (inline.length + used + indent.length <= WIDTH || !isComposed(value)) return inline;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + inLines(item, inner, 1)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(([name, member]) => {
    const start = `${JSON.stringify(name)}: `;
    return inner + start + inLines(member, inner, start.length + 1);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function inOneLine(value: unknown): string {
  if (!isComposed(value)) return writeJson(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  if (Array.isArray(value)) return shortList(value);
  if (!isComposed(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

function shortList(list: readonly unknown[]): readonly unknown[] {
  const most = list.some(isComposed) ? MOST_OBJECTS : MOST_VALUES;
  return list.length <= most ? list.map(shortened) : [...list.slice(0, most).map(shortened), '…'];
}

function shortText(text: string): string {
  if (/^0x[0-9a-f]+$/i.test(text))
    return text.length - 2 > MOST_DIGITS ? `${text.slice(0, 8)}…${text.slice(-4)}` : text;
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 20)}…` : text;
}

const isComposed = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof WrittenNumber);
