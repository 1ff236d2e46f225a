// What the library can do on Node.js only: read files and listen on a port.
import { readFile } from 'node:fs/promises';
import type { LibraryPlatform } from '../library/platform.ts';

export const nodePlatform: LibraryPlatform = {
  readText: (path) => readFile(path, 'utf8'),
  // Loaded when it is first used: most tests need no server.
  listen: async (hub, options) => (await import('./listen.ts')).listen(hub, options),
};
