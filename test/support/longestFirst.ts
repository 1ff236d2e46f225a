import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, in the order of their processor time with that of the processes they start: each about 6 seconds or more.
 * If one of them began last, the other core would have nothing to do until it ends.
 */
export const LONGEST: readonly string[] = [
  'test/server/longestTurn.test.ts',
  'test/ui/failing.test.ts',
  'test/server/shutdown.test.ts',
  'test/documents.test.ts',
  'test/packedTypes.test.ts',
  'test/server/sendCommands.test.ts',
  'test/ui/screens.test.ts',
  'test/server/replayCommand.test.ts',
  'test/examples.test.ts',
  'test/fork/differential.test.ts',
  'test/execution/profileSums.test.ts',
  'test/debug/adapter.test.ts',
  'test/server/clientCommands.test.ts',
  'test/debug/otherForms.test.ts',
  'test/fork/replay.test.ts',
  'test/ui/everyControl.test.ts',
  'test/platform/listFile.test.ts',
  'test/ui/use.test.ts',
  'test/debug/dataBreakpoints.test.ts',
  'test/server/persistence.test.ts',
  'test/fork/cache.test.ts',
  'test/server/reportCommand.test.ts',
  'test/sierraFuzz.test.ts',
  'test/testing/runners.test.ts',
  'test/execution/recordedEstimates.test.ts',
  'test/server/saving.test.ts',
  'test/ui/playground.test.ts',
  'test/server/fileLocks.test.ts',
];

/** Sorts files by their place in a list, and those that are not in it after them in the order they had. */
export function longestFirst<T>(files: readonly T[], pathOf: (file: T) => string, longest: readonly string[]): T[] {
  const places = new Map(longest.map((path, place) => [path, place]));
  const place = (file: T) => places.get(pathOf(file)) ?? longest.length;
  return [...files].sort((a, b) => place(a) - place(b));
}

/** A list that names a file which was moved or removed would no longer help, and nobody would see it. */
export function expectFiles(root: string, paths: readonly string[]): void {
  const missing = paths.filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0)
    throw new Error(
      `test/support/longestFirst.ts names files that do not exist: ${missing.join(', ')}. Correct its list.`,
    );
}

/** Begins with the files that take longest. The rest comes as vitest sorts it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    expectFiles(root, LONGEST);
    const pathOf = ({ moduleId }: TestSpecification) => relative(root, moduleId).split(sep).join('/');
    return longestFirst(await super.sort(files), pathOf, LONGEST);
  }
}
