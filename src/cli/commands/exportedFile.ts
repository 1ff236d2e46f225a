import { ioReason } from '../../platform/ioReason.ts';
import { readNamedFile } from '../../platform/regularFile.ts';
import { decodeMoment, type Moment, momentPlace } from '../../stateFile/momentFile.ts';
import { StateFileError } from '../../stateFile/stateFileError.ts';
import { StartError } from '../start/startError.ts';

/** Whether a word names a file, and not a transaction by its hash. */
export const isFileName = (word: string | undefined): word is string =>
  word !== undefined && !/^0x[0-9a-fA-F]*$/.test(word) && /[./\\]/.test(word);

/** Reads a transaction that was exported. */
export async function readExported(path: string): Promise<Moment> {
  const bytes = await readNamedFile(path).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read: ${ioReason(error)}`);
  });
  if (!momentPlace(bytes))
    throw new StartError(
      `${path} is no exported transaction. To debug a transaction of a state file, give its hash and --state ${path}.`,
    );
  try {
    return await decodeMoment(bytes);
  } catch (error) {
    if (error instanceof StateFileError) throw new StartError(`${path}: ${error.message}`);
    throw error;
  }
}
