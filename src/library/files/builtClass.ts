// Contracts by their names: the class files that Scarb built. Pages have none, so their bundles leave this out.
import { CLASS_FILE_SUFFIX, contractNameOf, stemOf } from '../../text/classFileName.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { ClassFileError } from './classFile.ts';

/** The names that an error lists. */
const MOST_NAMES = 20;

/** What a word may name: a file of the working folder, or one of the class files in the build output around it. */
export interface NamedFiles {
  readonly folder: string;
  readonly isFile: boolean;
  /** The class files, newest first. */
  readonly built: readonly string[];
}

/**
 * The newest build of a contract, or the file of this name. The name of the contract may have that of the package before it, as in the name of the
 * file: `shop_Token`.
 */
export function builtClass(word: string, { folder, isFile, built }: NamedFiles): string {
  if (isFile) return word;
  const found = built.filter((path) => stemOf(path) === word || contractNameOf(path) === word);
  const stems = [...new Set(found.map(stemOf))];
  if (stems.length > 1)
    throw new ClassFileError(
      `Several packages have a contract ${word}. Name one of them: ${stems.sort().join(', ')}, or give its file.`,
    );
  // Of the folders dev and release, the newest build is the first.
  if (found[0] !== undefined) return found[0];
  if (built.length === 0)
    throw new ClassFileError(
      `No build of a contract ${word} was found: there is no target/dev or target/release with class files beside a Scarb.toml of ${folder} or a folder above it. Run 'scarb build', change to the folder of the package, or give the file: a path that ends in ${CLASS_FILE_SUFFIX}.`,
    );
  const names = [...new Set(built.map((path) => contractNameOf(path) ?? stemOf(path)))].sort();
  const meant = didYouMean(word, names);
  const listed = names.slice(0, MOST_NAMES).join(', ');
  throw new ClassFileError(
    `Scarb has built no contract ${word}.${meant && ` ${meant}`} It has built ${listed}${names.length > MOST_NAMES ? ', …' : ''}. After a change, run 'scarb build'.`,
  );
}
