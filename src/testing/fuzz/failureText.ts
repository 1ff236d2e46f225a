import { type FoundFailure, messageOf } from './campaign.ts';
import { InvariantError } from './invariantError.ts';
import { stepLines, testText, type WrittenTest } from './sequenceText.ts';
import { testFile } from './testFile.ts';

/** How a failure was found. */
interface Search {
  readonly seed: number;
  readonly runs: number;
}

/** The error of a failure that was found; `search` is undefined if a given sequence was repeated. `emitted`: the file that its test was written to. */
export function errorOf(
  written: Omit<WrittenTest, 'steps' | 'failsAtStep'>,
  found: FoundFailure,
  search: Search | undefined,
  emitted: string | undefined,
): InvariantError {
  const { steps, failure } = found.smallest;
  const test = testText({ ...written, steps, failsAtStep: failure.by === 'action' });
  return new InvariantError(recipe(written, found, search, test, emitted), {
    sequence: steps,
    test,
    cause: failure.error,
  });
}

/** The same as a file. */
export const fileOf = (
  written: Omit<WrittenTest, 'steps' | 'failsAtStep'>,
  { smallest: { steps, failure } }: FoundFailure,
): string => testFile({ ...written, steps, failsAtStep: failure.by === 'action' });

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

function recipe(
  { name, actions }: Omit<WrittenTest, 'steps' | 'failsAtStep'>,
  { smallest, number, file, from, runs, details }: FoundFailure,
  search: Search | undefined,
  test: string,
  emitted: string | undefined,
): string {
  const { steps, failure } = smallest;
  const parts = [
    `${name}: fails after ${steps.length === 1 ? 'this step' : `these ${steps.length} steps`}:`,
    stepLines(actions, steps).join('\n'),
    `${failure.by === 'check' ? 'The check' : 'The last step'} fails with: ${messageOf(failure.error)}`,
  ];
  if (details.explanation !== '') parts.push(`What the last transaction did:\n\n${indented(details.explanation)}`);
  const { place } = details;
  if (place) {
    parts.push(`Where it ${place.what === 'panic' ? 'panicked' : 'wrote to storage last'}:\n\n${place.text}`);
    if (place.missing !== undefined) parts.push(place.missing);
  }
  if (search) {
    const where =
      file !== undefined
        ? `Found again in the corpus: ${file} (remove it if such a sequence need not hold any more)`
        : `Found by sequence ${number} of ${search.runs} with seed ${search.seed}`;
    const shrunk = from === steps.length ? '' : `, shrunk from ${from} steps to ${steps.length} in ${runs} runs`;
    parts.push(`${where}${shrunk}. As a test:\n\n${indented(test)}`);
  }
  if (emitted !== undefined) parts.push(`The test is in ${emitted}`);
  if (details.debug !== undefined) parts.push(details.debug);
  return parts.join('\n\n');
}
