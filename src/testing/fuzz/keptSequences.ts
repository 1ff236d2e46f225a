import { textsIn, writeTextFile } from '../../platform/textFolder.ts';
import { hashText } from '../../random/draw.ts';
import type { Sequence } from './action.ts';
import { type Names, readSequence, writeSequence } from './sequenceJson.ts';

/** The sequences in a folder: those that failed, then those that reached new places. What this test cannot run is left out. */
export async function keptSequences(folder: string, test: string, names: Names): Promise<readonly Sequence[]> {
  const prefix = fileName(test);
  const texts = [...(await textsIn(folder, `${prefix}.failure`)), ...(await textsIn(folder, `${prefix}.reached`))];
  return texts.map((text) => readSequence(text, names)).filter((sequence) => sequence !== undefined);
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
