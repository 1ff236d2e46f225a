// The contract of the examples, as the build output of a user's project: a small one with debug information.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ArtifactFiles } from '../../src/classes/artifactStore.ts';

/** npm runs scripts in the package's folder. */
const SOURCE = join(process.cwd(), 'contracts/debugging');
/** Where the user would have the project. */
const FOLDER = '/home/you/book';

/** The class file: `record(amount)` adds to `total`, and panics for 13. */
export const bookText = gunzipSync(readFileSync(join(SOURCE, 'classes/debugging_Book.contract_class.json.gz')))
  .toString()
  .replaceAll('{core}', '/home/you/.cache/scarb/registry/std/core/src')
  .replaceAll('{project}', FOLDER);

const isOurs = (file: string): boolean => file.startsWith(`${FOLDER}/`);
const linesOf = (file: string): readonly string[] =>
  readFileSync(join(SOURCE, file.slice(FOLDER.length)), 'utf8').split(/\r?\n/);

export const bookProject: ArtifactFiles = {
  list: async () => [{ path: `${FOLDER}/target/dev/debugging_Book.contract_class.json`, stamp: '1' }],
  read: async () => bookText,
  sources: async () => [linesOf(`${FOLDER}/src/book.cairo`).join('\n')],
  sourceLines: async (_path, places) =>
    places.map(({ file, line }) =>
      isOurs(file) ? { firstLine: line, lines: linesOf(file).slice(line - 1, line), isChanged: false } : undefined,
    ),
  sourceFiles: async (_path, files) =>
    files.map((file) => (isOurs(file) ? { path: file, lines: linesOf(file), isChanged: false } : undefined)),
};
