import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
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
export const debugHint = (saveState: SaveState, hash: string): Promise<string | undefined> =>
  hintOf(saveState, async () => hash);

/**
 * The command that opens in the debugger a transaction that was only estimated, from the parameters of the request. The chain and the
 * parameters are written to files.
 */
export const estimateHint = (saveState: SaveState, params: unknown): Promise<string | undefined> =>
  hintOf(saveState, async (folder) => {
    const file = join(folder, `${written}.json`);
    await writeFile(file, JSON.stringify(params));
    return `--estimate ${file}`;
  });

type SaveState = () => Promise<Uint8Array>;

async function hintOf(
  saveState: SaveState,
  subjectIn: (folder: string) => Promise<string>,
): Promise<string | undefined> {
  if (written >= MAX_FILES) return undefined;
  written++;
  try {
    folder ??= mkdtemp(join(tmpdir(), 'starbox-debug-'));
    // Somebody may have cleaned up since.
    await mkdir(await folder, { recursive: true });
    const file = join(await folder, `${written}.state`);
    const subject = await subjectIn(await folder);
    await writeFile(file, await saveState());
    return `Debug it: npx starbox debug ${subject} --state ${file}`;
  } catch (error) {
    return `It cannot be debugged: its chain was not written (${(error as Error).message}).`;
  }
}
