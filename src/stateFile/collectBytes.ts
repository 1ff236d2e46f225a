import type { WriteFile } from '../async/fileTarget.ts';
import { restIfDue } from '../async/turns.ts';

/** The bytes of a file in one array, for those who want no file. */
export async function collectBytes(write: WriteFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let start = new Uint8Array();
  await write({
    append: async (bytes) => {
      parts.push(bytes.slice());
      length += bytes.length;
    },
    replaceStart: async (bytes) => {
      start = bytes.slice();
    },
  });
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
    const rest = restIfDue();
    if (rest) await rest;
  }
  all.set(start);
  return all;
}
