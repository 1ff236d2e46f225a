// Lines of JSON that each start with a checksum, so that truncated and damaged lines are detected.
import { JsonError } from '../json/json.ts';
import { parseJson } from '../json/parseJson.ts';
import { writeJson } from '../json/writeJson.ts';
import { limits } from '../protocol/limits.ts';

/** FNV-1a over UTF-16 units. It detects accidental damage; it does not protect against attackers. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Writes a value as one line, including the newline. */
export function writeLine(value: unknown): string {
  const text = writeJson(value);
  return `${checksum(text)} ${text}\n`;
}

/** Reads the values of all valid lines, and counts the invalid ones. */
export function readLines(text: string): { readonly values: readonly unknown[]; readonly dropped: number } {
  const values: unknown[] = [];
  let dropped = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = readLine(line);
    if (value === undefined) dropped++;
    else values.push(value);
  }
  return { values, dropped };
}

/** The value of a line; undefined if the line is invalid. */
function readLine(line: string): unknown {
  const content = line.slice(9);
  if (line[8] !== ' ' || checksum(content) !== line.slice(0, 8)) return undefined;
  try {
    return parseJson(content, limits.answerJson);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
