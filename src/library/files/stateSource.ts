// State files as users name them: the bytes, or the path or URL of a file.

import type { MomentChain } from '../../stateFile/momentFile.ts';
import { StateFileError } from '../../stateFile/stateFileError.ts';
import { readMomentHead } from '../../text/momentHead.ts';
import { platform } from '../platform.ts';
import { wrongValue } from '../values.ts';

/** A state file, or a file with an exported transaction: its bytes, or its path or file: URL (Node.js only). */
export type StateSource = Uint8Array | string | URL;

const isPlace = (value: unknown): value is string | URL => typeof value === 'string' || value instanceof URL;

/** A path, or a file: URL. */
export const placeOf = (given: string | URL): string | URL =>
  typeof given === 'string' && given.startsWith('file:') ? new URL(given) : given;

/** A chain that was read from a file. */
export interface ReadChain extends MomentChain {
  /** Whether it was in a file with an exported transaction, which somebody else may have made. */
  readonly isExported: boolean;
}

/** The chain of a state file, or of a file with an exported transaction. */
export async function readState(source: StateSource): Promise<ReadChain> {
  const bytes = await readBytes(source);
  if (!readMomentHead(bytes)) return { state: bytes, isExported: false };
  const { chainInMoment } = await import('../../stateFile/momentFile.ts');
  return { ...(await chainInMoment(bytes)), isExported: true };
}

/** How messages name a file. */
export const nameOfSource = (source: StateSource): string =>
  ArrayBuffer.isView(source) ? 'the exported file' : String(source);

async function readBytes(source: StateSource): Promise<Uint8Array> {
  // Test runners may have another `Uint8Array` than we have.
  if (ArrayBuffer.isView(source)) return source;
  if (!isPlace(source)) throw wrongValue('state', 'the bytes of a state file, or its path or URL', source);
  try {
    return await platform('Reading a state file').readBytes(placeOf(source));
  } catch (error) {
    const reason = `The state file ${source} cannot be read: ${(error as Error).message}`;
    throw Object.assign(new StateFileError(reason), { cause: error });
  }
}

/** Writes the bytes of a state to a file, if one is named, and gives them back. */
export async function writeState(bytes: Promise<Uint8Array>, file: string | URL | undefined): Promise<Uint8Array> {
  const content = await bytes;
  if (file === undefined) return content;
  if (!isPlace(file) || file === '') throw wrongValue('file', 'a path or a file: URL', file);
  try {
    await platform('Writing a state file').writeBytes(placeOf(file), content);
  } catch (error) {
    throw new Error(`The state file ${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
  return content;
}
