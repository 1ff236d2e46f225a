import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FileInUse, FileLock } from '../../platform/fileLock.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { StartError } from '../start/startError.ts';

/** Makes the folder of a run, and keeps other runs from it: each would take the files of the other one for its own. */
export async function lockFolder(folder: string): Promise<FileLock> {
  try {
    await mkdir(folder, { recursive: true });
    return await FileLock.take(join(resolve(folder), 'run'), folder);
  } catch (error) {
    if (error instanceof FileInUse)
      throw new StartError(
        `${folder} is in use by another run of starbox mutate (${error.who}). Wait until that one has ended, or name another folder: starbox mutate DIR -- COMMAND`,
      );
    throw new StartError(`${folder} cannot be used: ${ioReason(error)}. Choose another folder.`);
  }
}
