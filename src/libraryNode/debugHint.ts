import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A suite may revert thousands of transactions on purpose. */
const MAX_FILES = 20;
let written = 0;
let folder: Promise<string> | undefined;

/**
 * The command that opens a reverted transaction in the debugger. The chain is written to a file in a folder for temporary files, since the
 * sandbox will be gone.
 */
export async function debugHint(saveState: () => Promise<Uint8Array>, hash: string): Promise<string | undefined> {
  if (written >= MAX_FILES) return undefined;
  written++;
  try {
    folder ??= mkdtemp(join(tmpdir(), 'starbox-debug-'));
    const file = join(await folder, `${written}.state`);
    await writeFile(file, await saveState());
    return `Debug it: npx starbox debug ${hash} --state ${file}`;
  } catch (error) {
    return `It cannot be debugged: its chain was not written (${(error as Error).message}).`;
  }
}
