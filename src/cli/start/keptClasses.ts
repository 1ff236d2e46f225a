import { COMPILER_STAMP } from '../../classes/compilerStamp.ts';
import { KeptClasses } from '../../classes/keptClasses.ts';
import { defaultCacheFolder } from '../../platform/cacheFolder.ts';
import { classCache } from '../../platform/classCache.ts';
import type { Log } from '../../server/log/log.ts';

/** The cache of compiled classes that --class-cache asks for; none when the sources run unbuilt. */
export function keptClasses(folder: string | undefined, log: Log): KeptClasses | undefined {
  const used = folder ?? defaultCacheFolder('classes');
  if (used === undefined || used === 'off' || COMPILER_STAMP === undefined) return undefined;
  return new KeptClasses({
    files: classCache(used),
    compilerStamp: COMPILER_STAMP,
    log: (text) => log.write('debug', 'starbox::classes', text),
  });
}
