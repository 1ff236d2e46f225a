// Looks at files and folders, with or without waiting for the disk.
import { type BigIntStats, type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { choose, type EitherWay } from '../async/eitherWay.ts';

/** What is in a folder; nothing if it cannot be read. */
export function* entriesOf(folder: string): EitherWay<readonly Dirent[]> {
  try {
    return yield* choose<Dirent[]>(
      () => readdir(folder, { withFileTypes: true }),
      () => readdirSync(folder, { withFileTypes: true }),
    );
  } catch {
    return [];
  }
}

export const statsOf = (path: string): EitherWay<Stats> =>
  choose<Stats>(
    () => stat(path),
    () => statSync(path),
  );

/** With exact times. */
export const exactStatsOf = (path: string): EitherWay<BigIntStats> =>
  choose<BigIntStats>(
    () => stat(path, { bigint: true }),
    () => statSync(path, { bigint: true }),
  );

export const realPathOf = (path: string): EitherWay<string> =>
  choose<string>(
    () => realpath(path),
    () => realpathSync(path),
  );

/** The result of work, or undefined if it fails. */
export function* ifPossible<T>(work: EitherWay<T>): EitherWay<T | undefined> {
  try {
    return yield* work;
  } catch {
    return undefined;
  }
}
