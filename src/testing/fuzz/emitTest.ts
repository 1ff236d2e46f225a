import { textAt, writeTextFile } from '../../platform/textFolder.ts';
import { hashText } from '../../random/draw.ts';
import { withPart } from './shard.ts';

/**
 * Writes the test of a failure to a file, in place of that of an earlier failure. A file that somebody has changed since stays as it is, and the
 * next free name is used. Returns the path.
 */
export async function emitTest(path: string, text: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = number === 1 ? path : withPart(path, number);
    const found = await textAt(file);
    if (found !== undefined && !isUnchanged(found)) continue;
    await writeTextFile(file, signed(text));
    return file;
  }
}

const REPLACED = '// The next failure replaces this file, unless you have changed it ';

/** A text with a last line by which it can be told whether it was changed. */
const signed = (text: string): string => `${text}\n${REPLACED}(${hashText(text).toString(16)}).\n`;

function isUnchanged(text: string): boolean {
  const end = text.lastIndexOf(`\n${REPLACED}`);
  return end >= 0 && text === signed(text.slice(0, end));
}
