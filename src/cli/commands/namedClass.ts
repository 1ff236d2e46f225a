import { basename, relative } from 'node:path';
import { builtClass } from '../../library/files/builtClass.ts';
import { ClassFileError, isContractName, readClassJson, type SierraDefinition } from '../../library/files/classFile.ts';
import { filesNamed } from '../../platform/filesNamed.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { contractNameOf } from '../../text/classFileName.ts';
import { StartError } from '../start/startError.ts';

/** A class file that a user named. */
export interface ClassFile {
  /** The name of the contract, or else of the file. */
  readonly name: string;
  readonly path: string;
  readonly definition: SierraDefinition;
}

const MAX_BYTES = 64 * 2 ** 20;

/** Reads the class file at a path, or the newest one that Scarb built for a contract of this name. */
export async function namedClass(word: string, folder = process.cwd()): Promise<ClassFile> {
  const path = isContractName(word) ? await builtFile(word, folder) : word;
  const name = contractNameOf(path) ?? basename(path).replace(/(?:\.sierra)?\.json$/, '');
  let text: string;
  try {
    text = (await readRegular(path, MAX_BYTES, 'the largest class file')).toString();
  } catch (error) {
    throw new StartError(`The class file ${path} cannot be read: ${ioReason(error)}`);
  }
  return { name, path, definition: asStartError(() => readClassJson(text, `The class file ${path}`)) };
}

async function builtFile(word: string, folder: string): Promise<string> {
  const files = await filesNamed(word, folder);
  const path = asStartError(() => builtClass(word, files));
  return files.isFile ? path : relative(folder, path) || path;
}

/** The command ends with the message of an error about class files, without a stack. */
function asStartError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ClassFileError ? new StartError(error.message) : error;
  }
}
