import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A suite may revert thousands of transactions on purpose. */
const MAX_FILES = 20;
let written = 0;
let folder: Promise<string> | undefined;

/**
 * The command that opens a transaction in the debugger, at a moment of it if one is given; then there is a link to the page too. The chain
 * is written to a file in a folder for temporary files, since the sandbox will be gone.
 */
export async function debugHint(saveState: SaveState, hash: string, moment?: number): Promise<string | undefined> {
  if (moment === undefined) return hintOf(saveState, async () => hash);
  const page = `http://127.0.0.1:5050/ui/tx/${hash}/debug?at=${moment}`;
  return hintOf(
    saveState,
    async () => `${hash} --at ${moment}`,
    (file) => `Or in a browser: npx starbox --state ${file} --ui, and then ${page}`,
  );
}

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
  more?: (file: string) => string,
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
    const command = `Debug it: npx starbox debug ${subject} --state ${file}`;
    return more ? `${command}\n${more(file)}` : command;
  } catch (error) {
    return `It cannot be debugged: its chain was not written (${(error as Error).message}).`;
  }
}
