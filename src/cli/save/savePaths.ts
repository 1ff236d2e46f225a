// Checks the files that the options name for writing before the node starts, because at its end it would be too late.
import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileInUse, FileLock } from '../../platform/fileLock.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { kindOf, UnfitFileError } from '../../platform/regularFile.ts';
import { modeOfReplaced } from '../../platform/replaceable.ts';
import { realPath } from '../../platform/requestPaths.ts';
import { removeLeftovers } from '../../platform/temporaryFile.ts';
import { kindOfFile } from '../../rpc/journal/ownFile.ts';
import { StartError } from '../start/startError.ts';

type SaveOption = '--state' | '--dump-path';

/** A file that the program will write. */
export interface SavePath {
  readonly option: SaveOption;
  readonly path: string;
}

/** The files that the program will write with these options. */
export function savePathsOf(options: {
  readonly state: string | undefined;
  readonly 'dump-on': string | undefined;
  readonly 'dump-path': string | undefined;
}): readonly SavePath[] {
  const { state, 'dump-on': dumpOn, 'dump-path': dumpPath } = options;
  return [
    ...(state === undefined ? [] : [{ option: '--state', path: state } as const]),
    ...(dumpPath === undefined || dumpOn === undefined ? [] : [{ option: '--dump-path', path: dumpPath } as const]),
  ];
}

/**
 * Makes sure that the files can be written, and locks them until the process ends. Throws a StartError that says what to do if
 * one of them cannot be used.
 */
export async function claimSavePaths(paths: readonly SavePath[]): Promise<void> {
  const taken = new Set<string>();
  for (const each of paths) {
    const real = await realPath(each.path);
    if (taken.has(real)) throw refusal(each, 'is the file of --state too. Choose another file for one of them.');
    taken.add(real);
    await checkPath(each, real);
    await lock(each, real);
    await removeLeftovers(real);
  }
}

const refusal = ({ option, path }: SavePath, reason: string) => new StartError(`${option} ${path} ${reason}`);

async function checkPath(each: SavePath, real: string): Promise<void> {
  const found = await lstat(real).catch(() => undefined);
  if (found && !found.isFile()) throw refusal(each, `cannot be written: it is ${kindOf(found)}. Name a regular file.`);
  const folder = dirname(real);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory())
    throw refusal(each, `cannot be written: there is no folder ${folder}. Make it, or choose another file.`);
}

async function lock(each: SavePath, real: string): Promise<void> {
  try {
    await FileLock.take(real, `${each.option} ${each.path}`);
  } catch (error) {
    if (error instanceof FileInUse) throw new StartError(error.message);
    if (error instanceof UnfitFileError) throw refusal(each, `cannot be locked: ${error.message}`);
    throw refusal(each, `cannot be written: ${ioReason(error)} in the folder ${dirname(real)}. Choose another file.`);
  }
}

/** Throws if a file that was not loaded exists and is not one of ours, so that it must not be replaced. */
export async function checkReplaceable(each: SavePath): Promise<void> {
  const kind = each.option === '--state' ? 'state' : 'dump';
  const name = `${each.option} ${each.path}`;
  await modeOfReplaced(await realPath(each.path), { kind, name, kindOfFile }).catch((error: unknown) => {
    throw new StartError(ioReason(error));
  });
}
