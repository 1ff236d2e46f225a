import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { contractNameOf } from '../../classes/artifactStore.ts';
import { ClassFileError, readClassJson, type SierraDefinition } from '../../library/files/classFile.ts';
import { artifactFolders } from '../../platform/artifactFolders.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { StartError } from '../start/startError.ts';

/** A class file that a user named. */
export interface ClassFile {
  /** The name of the contract, or else of the file. */
  readonly name: string;
  readonly path: string;
  readonly definition: SierraDefinition;
}

const SUFFIX = '.contract_class.json';
const MAX_BYTES = 64 * 2 ** 20;
/** The names that an error lists. */
const MOST_NAMES = 20;

/** Reads the class file at a path, or the newest one that Scarb built for a contract of this name. */
export async function namedClass(word: string, folder = process.cwd()): Promise<ClassFile> {
  const path = (await isPath(word)) ? word : await builtFile(word, folder);
  const name = contractNameOf(path) ?? basename(path).replace(/(?:\.sierra)?\.json$/, '');
  let text: string;
  try {
    text = (await readRegular(path, MAX_BYTES, 'the largest class file')).toString();
  } catch (error) {
    throw new StartError(`The class file ${path} cannot be read: ${ioReason(error)}`);
  }
  try {
    return { name, path, definition: readClassJson(text, `The class file ${path}`) };
  } catch (error) {
    throw error instanceof ClassFileError ? new StartError(error.message) : error;
  }
}

const isPath = async (word: string): Promise<boolean> =>
  /[/\\]|\.json$/.test(word) ||
  (await stat(word).then(
    (found) => found.isFile(),
    () => false,
  ));

/** The newest build of a contract. The name may have that of the package before it, as in the name of the file: `shop_Token`. */
async function builtFile(word: string, folder: string): Promise<string> {
  const paths = (await artifactFolders(undefined, folder).list()).map(({ path }) => path);
  const stemOf = (path: string) => basename(path).slice(0, -SUFFIX.length);
  const found = paths.filter((path) => stemOf(path) === word || contractNameOf(path) === word);
  const stems = [...new Set(found.map(stemOf))];
  if (stems.length > 1)
    throw new StartError(
      `Several packages have a contract ${word}. Name one of them: ${stems.sort().join(', ')}, or give its file.`,
    );
  // Of the folders dev and release, the newest build is the first.
  if (found[0] !== undefined) return relative(folder, found[0]) || found[0];
  if (paths.length === 0)
    throw new StartError(
      `No build of a contract ${word} was found: there is no target/dev or target/release with class files beside a Scarb.toml of this folder or above. Run 'scarb build', change to the folder of the package, or give the file: a path that ends in ${SUFFIX}.`,
    );
  const names = [...new Set(paths.map((path) => contractNameOf(path) ?? stemOf(path)))].sort();
  const meant = didYouMean(word, names);
  const listed = names.slice(0, MOST_NAMES).join(', ');
  throw new StartError(
    `Scarb has built no contract ${word}.${meant && ` ${meant}`} It has built ${listed}${names.length > MOST_NAMES ? ', …' : ''}. After a change, run 'scarb build'.`,
  );
}
