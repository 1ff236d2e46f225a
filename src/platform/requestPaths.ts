import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isHiddenName, isPackageFolder } from './configurationNames.ts';
import type { FileKind } from './replaceable.ts';
import { meansAnotherOnWindows } from './windowsNames.ts';

/** The folders whose files requests may use, in addition to the working folder. */
export interface AllowedFolders {
  /** The file that the journal is written to. Its folder is allowed. */
  readonly dumpPath: string | undefined;
  readonly dumpDir: string | undefined;
  /** The state file, which is always allowed. */
  readonly statePath: string | undefined;
}

/** What a request may do with a path. */
type PathVerdict =
  /** `path` has all links resolved. `reservedFor` is the kind of file that this path is reserved for, if any. */
  | {
      readonly kind: 'allowed';
      readonly path: string;
      readonly reservedFor: FileKind | undefined;
      /** Whether it is in a folder that the user named for such files. */
      readonly inNamedFolder: boolean;
      /** Whether it is below a folder of packages, such as node_modules, which the user did not name. */
      readonly inPackages: boolean;
    }
  | { readonly kind: 'outside' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The path with its links resolved, so that no link leads out of an allowed folder. The file itself need not exist. */
export async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch {
    const parent = dirname(full);
    return parent === full ? full : join(await realPath(parent), basename(full));
  }
}

/** The names of a path below a folder; undefined if the path is not below it. */
export function namesBelow(folder: string, path: string): readonly string[] | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.split(sep);
}

async function isBelowAny(folders: readonly string[], path: string): Promise<boolean> {
  for (const folder of folders) if (namesBelow(await realPath(folder), path)) return true;
  return false;
}

/** Decides which paths requests may use. */
export function requestPaths({ dumpPath, dumpDir, statePath }: AllowedFolders): (path: string) => Promise<PathVerdict> {
  const reserved: readonly (readonly [string | undefined, FileKind])[] = [
    [dumpPath, 'dump'],
    [statePath, 'state'],
  ];
  const working = process.cwd();
  const dumpFolder = dumpPath && dirname(resolve(dumpPath));
  const folders = [working, ...(dumpFolder ? [dumpFolder] : []), ...(dumpDir ? [dumpDir] : [])];
  // A path such as dump.json names no folder.
  const named = [...(dumpFolder && dumpFolder !== working ? [dumpFolder] : []), ...(dumpDir ? [dumpDir] : [])];

  const allowed = async (path: string, inPackages: boolean): Promise<PathVerdict> => {
    const inNamedFolder = await isBelowAny(named, path);
    return { kind: 'allowed', path, reservedFor: undefined, inNamedFolder, inPackages };
  };

  return async (path) => {
    const odd = oddName(path, folders);
    if (odd !== undefined) return { kind: 'refused', reason: odd };
    const real = await realPath(path);
    for (const [file, reservedFor] of reserved)
      if (file !== undefined && real === (await realPath(file)))
        return { kind: 'allowed', path: real, reservedFor, inNamedFolder: true, inPackages: false };
    let isHidden = false;
    let inPackages = false;
    for (const folder of folders) {
      const names = namesBelow(await realPath(folder), real);
      if (names === undefined) continue;
      if (names.some(isHiddenName)) isHidden = true;
      else if (names.some(isPackageFolder)) inPackages = true;
      else return allowed(real, false);
    }
    if (inPackages) return allowed(real, true);
    return isHidden
      ? { kind: 'refused', reason: 'requests cannot use files and folders whose names begin with a dot' }
      : { kind: 'outside' };
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this checks.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Why the text of a path is refused, before the file system is asked. */
export function oddName(path: string, folders: readonly string[]): string | undefined {
  if (CONTROL.test(path)) return 'the name has control characters';
  if (process.platform !== 'win32') return undefined;
  const full = resolve(path);
  // On Windows, just checking \\server\share would log in to that server.
  if (full.startsWith('\\\\') && !folders.some((folder) => namesBelow(resolve(folder), full)))
    return 'it is on a server';
  const [, ...names] = full.split(sep);
  return names.some(meansAnotherOnWindows) ? 'Windows gives the name another meaning' : undefined;
}
