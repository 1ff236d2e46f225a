// Lines of JSON that each start with a checksum, so that truncated and damaged lines are detected.
import { restIfDue } from '../async/turns.ts';
import { digest } from '../classes/contentKey.ts';
import { JsonError } from '../json/json.ts';
import { parseJson } from '../json/parseJson.ts';
import { writeJson } from '../json/writeJson.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';

const CHECKSUM_DIGITS = 32;

/** Covers the name of the file too, so that a line means nothing in the file of another block. */
const checksum = (text: string, file: string): string => digest(`${file}\n${text}`).slice(0, CHECKSUM_DIGITS);

/** Writes a value as one line of a file, including the newline. */
export function writeLine(value: unknown, file: string): string {
  const text = writeJson(value);
  return `${checksum(text, file)} ${text}\n`;
}

/** Reads the values of all valid lines of a file, and counts the invalid ones. A file may have 128 MB, so others are served in between. */
export async function readLines(
  text: string,
  file: string,
): Promise<{ readonly values: readonly unknown[]; readonly dropped: number }> {
  const values: unknown[] = [];
  let dropped = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    start = end + 1;
    if (line === '') continue;
    const value = readLine(line, file);
    if (value === undefined) dropped++;
    else values.push(value);
    const rest = restIfDue();
    if (rest) await rest;
  }
  return { values, dropped };
}

/** The value of a line; undefined if the line is invalid. */
function readLine(line: string, file: string): unknown {
  const content = line.slice(CHECKSUM_DIGITS + 1);
  if (line[CHECKSUM_DIGITS] !== ' ' || checksum(content, file) !== line.slice(0, CHECKSUM_DIGITS)) return undefined;
  try {
    return parseJson(content, sourceLimits.answerJson);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
