import { COMPILER_STAMP } from '../../classes/compilerStamp.ts';
import { DiskClassCache } from '../../classes/diskClassCache.ts';
import { classCacheFiles, defaultCacheFolder } from '../../platform/cacheFolder.ts';
import type { Log } from '../../server/log/log.ts';

/** The class cache of --class-cache. There is none when the sources run without a build. */
export function classCache(folder: string | undefined, log: Pick<Log, 'write'>): DiskClassCache | undefined {
  const used = folder ?? defaultCacheFolder('classes');
  if (used === undefined || used === 'off' || COMPILER_STAMP === undefined) return undefined;
  return new DiskClassCache({
    files: classCacheFiles(used, { warn: (text) => log.write('warn', 'starbox::classes', text) }),
    compilerStamp: COMPILER_STAMP,
    log: (text) => log.write('debug', 'starbox::classes', text),
  });
}
