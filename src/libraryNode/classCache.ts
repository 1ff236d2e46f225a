import { resolve } from 'node:path';
import type { ClassCache } from '../classes/classCache.ts';
import { COMPILER_STAMP } from '../classes/compilerStamp.ts';

/** The class cache of the library, which is that of the command. It is loaded with the first class that is not a built-in one. */
export function classCache(folder = process.env['STARBOX_CLASS_CACHE'] || undefined): ClassCache | undefined {
  // There is none when the sources run without a build: they may change between runs.
  if (folder === 'off' || COMPILER_STAMP === undefined) return undefined;
  const path = folder && resolve(folder);
  let opened: ReturnType<typeof open> | undefined;
  const whenOpen = () => (opened ??= open(path, COMPILER_STAMP!));
  return {
    find: async (key, definition) => (await whenOpen())?.find(key, definition),
    save: (key, compiled) => void opened?.then((cache) => cache?.save(key, compiled)),
    giveUp: async (key) => (await opened)?.giveUp(key),
    flush: async () => (await opened)?.flush(),
  };
}

async function open(folder: string | undefined, compilerStamp: string): Promise<ClassCache | undefined> {
  const { classCacheFiles, defaultCacheFolder } = await import('../platform/cacheFolder.ts');
  const { DiskClassCache } = await import('../classes/diskClassCache.ts');
  const used = folder ?? defaultCacheFolder('classes');
  if (used === undefined) return undefined;
  const warn = (text: string) => process.emitWarning(text, 'StarboxWarning');
  return new DiskClassCache({
    files: classCacheFiles(used, { warn }),
    compilerStamp,
    // Where nobody asked for a cache, as in a container without a home folder, nobody misses it.
    ...(folder !== undefined && {
      warn: (reason) => warn(`The class cache ${folder}: ${reason}. Choose another folder, or 'off'.`),
    }),
    // Other test files wait for the class.
    pauseMs: 0,
  });
}
