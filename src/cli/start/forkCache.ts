import { defaultCacheFolder, forkCacheFiles } from '../../platform/cacheFolder.ts';

/** The disk cache of forks, by the value of `--fork-cache`: a folder, the user's own if it is left out, or `off`. */
export function forkCache(
  folder: string | undefined,
  warn: (text: string) => void,
): ReturnType<typeof forkCacheFiles> | undefined {
  const used = folder ?? defaultCacheFolder('fork');
  return used === 'off' || used === undefined ? undefined : forkCacheFiles(used, { warn });
}
