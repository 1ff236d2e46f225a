import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

const MAX_BYTES = 2 ** 20;

/** A line of a Cairo source file, counted from 1; undefined if it cannot be read. Debug information names the files, so others are not read. */
export function readSourceLine(file: string, line: number): string | undefined {
  if (!file.endsWith('.cairo')) return undefined;
  try {
    const opened = openSync(file, 'r');
    try {
      const stats = fstatSync(opened);
      if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
      return readFileSync(opened, 'utf8').split('\n')[line - 1];
    } finally {
      closeSync(opened);
    }
  } catch {
    return undefined;
  }
}
