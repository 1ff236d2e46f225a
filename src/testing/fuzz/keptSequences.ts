import { textsIn, writeTextFile } from '../../platform/textFolder.ts';
import { hashText } from '../../random/draw.ts';
import type { Sequence } from './action.ts';
import { type Names, readSequence, writeSequence } from './sequenceJson.ts';

/** A sequence of an earlier run, and the file that it is in. */
export interface KeptSequence {
  readonly steps: Sequence;
  readonly file: string | undefined;
}

export interface KeptSequences {
  /** Those that failed, then those that reached new places. */
  readonly sequences: readonly KeptSequence[];
  /** The files of those that this test cannot run. */
  readonly unread: readonly string[];
}

/** The sequences in a folder. */
export async function keptSequences(folder: string, test: string, names: Names): Promise<KeptSequences> {
  const prefix = fileName(test);
  const texts = [...(await textsIn(folder, `${prefix}.failure`)), ...(await textsIn(folder, `${prefix}.reached`))];
  const read = texts.map(({ path, text }) => ({ steps: readSequence(text, names), file: path }));
  return {
    sequences: read.flatMap(({ steps, file }) => (steps ? { steps, file } : [])),
    unread: read.flatMap(({ steps, file }) => (steps ? [] : file)),
  };
}

/** The most files that a warning names. */
const MOST_NAMED = 3;

/** What to say of files of sequences that could not be repeated. Nothing, unless they failed before. */
export function leftOutWarning(files: readonly string[]): readonly string[] {
  const failed = files.filter((file) => /\.failure\.[^/\\]*$/.test(file));
  if (failed.length === 0) return [];
  const [count, are] = failed.length === 1 ? ['one sequence', 'is'] : [`${failed.length} sequences`, 'are'];
  const more = failed.length > MOST_NAMED ? `, and ${failed.length - MOST_NAMED} more` : '';
  return [
    `${count} of the corpus that failed before ${are} not repeated, because of names, values or a length that this test does not have any more: ${failed.slice(0, MOST_NAMED).join(', ')}${more}`,
  ];
}

/** Writes sequences to a folder, each to a file whose name depends on its content. */
export async function keepSequences(
  folder: string,
  test: string,
  kind: 'failure' | 'reached',
  sequences: readonly Sequence[],
): Promise<void> {
  for (const sequence of sequences) {
    const text = writeSequence(sequence);
    const id = hashText(text).toString(16).padStart(8, '0');
    await writeTextFile(`${folder}/${fileName(test)}.${kind}.${id}.json`, text);
  }
}

const fileName = (test: string): string =>
  test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60) || 'invariant';
