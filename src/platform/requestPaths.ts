import { realpath } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileKind } from './replaceable.ts';

/** The folders whose files requests may name, besides the working folder. */
export interface AllowedFolders {
  /** The start-up dump file: its folder is allowed. */
  readonly dumpPath: string | undefined;
  readonly dumpDir: string | undefined;
  /** The state file, allowed wherever it is. */
  readonly statePath: string | undefined;
}

/** What a request may do with the path it names. */
export type PathVerdict =
  /** `path` has all links resolved. `keptFor` is what the options of the start have the file hold, if they name it. */
  | { readonly kind: 'allowed'; readonly path: string; readonly keptFor: FileKind | undefined }
  | { readonly kind: 'outside' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Extensions that a new file may have when a request names it, and beginnings of names without an extension. */
export const NEW_FILE_EXTENSIONS: readonly string[] = ['.json', '.starbox', '.dump', '.state', '.snapshot', '.bin'];
const NEW_PLAIN_NAME = /^(?:dump|tmp)[\w-]*$/;

/**
 * Whether a request may make a file of this name. Its content is a dump or a state, but parts of that are the client's
 * choice, so it must not become a file that some other program would run or obey, such as a GNUmakefile.
 */
export const isNewFileName = (path: string): boolean =>
  NEW_FILE_EXTENSIONS.includes(extname(path).toLowerCase()) || NEW_PLAIN_NAME.test(basename(path));

/** The path with its links resolved, so that no link leads out of an allowed folder. The file itself may be missing. */
export async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch {
    const parent = dirname(full);
    return parent === full ? full : join(await realPath(parent), basename(full));
  }
}

/** The names on the way from a folder down to a path; undefined when it does not lie below. */
function namesBelow(folder: string, path: string): readonly string[] | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.split(sep);
}

/** Decides which paths requests may name. */
export function requestPaths({ dumpPath, dumpDir, statePath }: AllowedFolders): (path: string) => Promise<PathVerdict> {
  const kept: readonly (readonly [string | undefined, FileKind])[] = [
    [dumpPath, 'dump'],
    [statePath, 'state'],
  ];
  const folders = [process.cwd(), ...(dumpPath ? [dirname(resolve(dumpPath))] : []), ...(dumpDir ? [dumpDir] : [])];

  return async (path) => {
    const odd = oddName(path, folders);
    if (odd !== undefined) return { kind: 'refused', reason: odd };
    const real = await realPath(path);
    for (const [file, keptFor] of kept)
      if (file !== undefined && real === (await realPath(file))) return { kind: 'allowed', path: real, keptFor };
    let isHidden = false;
    for (const folder of folders) {
      const names = namesBelow(await realPath(folder), real);
      if (names === undefined) continue;
      if (!names.some((name) => name.startsWith('.'))) return { kind: 'allowed', path: real, keptFor: undefined };
      isHidden = true;
    }
    return isHidden
      ? { kind: 'refused', reason: 'requests cannot use files and folders whose names begin with a dot' }
      : { kind: 'outside' };
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Names that mean a device on Windows, whatever the folder and the extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;
const WINDOWS_ODD = /[<>:"|?*]|[. ]$/;

/** Why a path is refused for how it is written, before the file system sees it. */
function oddName(path: string, folders: readonly string[]): string | undefined {
  if (CONTROL.test(path)) return 'the name has control characters';
  if (process.platform !== 'win32') return undefined;
  const full = resolve(path);
  // Only to look at \\server\share would log in there.
  if (full.startsWith('\\\\') && !folders.some((folder) => namesBelow(resolve(folder), full)))
    return 'it is on a server';
  const [, ...names] = full.split(sep);
  return names.some((name) => WINDOWS_DEVICE.test(name) || WINDOWS_ODD.test(name))
    ? 'Windows gives the name another meaning'
    : undefined;
}
