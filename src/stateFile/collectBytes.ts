import type { WriteFile } from '../async/fileTarget.ts';
import { restIfDue } from '../async/turns.ts';

/** The bytes of a file in parts. `expect` is called before more bytes are kept; it ends the work by throwing. */
export async function collectParts(
  write: WriteFile,
  expect?: (bytes: number) => Promise<void>,
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  await write({
    append: async (bytes) => {
      await expect?.(bytes.length);
      parts.push(bytes.slice());
    },
    replaceStart: async (bytes) => {
      let at = 0;
      for (const part of parts) {
        part.set(bytes.subarray(at, at + part.length));
        at += part.length;
        if (at >= bytes.length) break;
      }
    },
  });
  return parts;
}

/** The bytes of a file in one array, for those who want no file. */
export async function collectBytes(write: WriteFile): Promise<Uint8Array> {
  const parts = await collectParts(write);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
    const rest = restIfDue();
    if (rest) await rest;
  }
  return all;
}
