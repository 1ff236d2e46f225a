// What the library can do on Node.js only: read files and listen on a port.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtinClassTexts } from '../classes/builtinClassTexts.ts';
import { readKernelFrom } from '../felt/kernel.ts';
import { kernelBytes } from '../felt/kernelBytes.ts';
import type { LibraryPlatform } from '../library/platform.ts';
import { oldNode } from '../platform/oldNode.ts';
import { loadTools } from '../tools/loadTools.ts';
import { classCache } from './classCache.ts';

const refusal = oldNode();
if (refusal) throw new Error(refusal);

// In the bundles this reads a file (scripts/build-bundles.mjs), which saves 4 ms of decoding.
readKernelFrom(kernelBytes);

/** Whether errors say how to debug what failed: STARBOX_DEBUG=1. */
const wantsHints = (): boolean => !['', '0'].includes(process.env['STARBOX_DEBUG'] ?? '');

/** Errors name this path: the working folder of a test runner is often not the one that was meant. */
const wholePath = (path: string | URL): string => (typeof path === 'string' ? resolve(path) : fileURLToPath(path));

async function readBytes(path: string | URL): Promise<Buffer> {
  const { readNamedFile } = await import('../platform/regularFile.ts');
  return readNamedFile(wholePath(path));
}

/** Clocks of file systems have steps of up to two seconds: a file may be written twice in one of them. */
const SETTLED_MS = 3_000;

async function fileMark(path: string | URL): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (!found) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found;
  if (Date.now() - Math.max(Number(mtimeMs), Number(ctimeMs)) < SETTLED_MS) return undefined;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

export const nodePlatform: LibraryPlatform = {
  readBytes,
  fileMark,
  writeBytes: async (path, bytes) => {
    const { atomicWrite } = await import('../platform/atomicWrite.ts');
    await atomicWrite(path instanceof URL ? fileURLToPath(path) : path, bytes, { mode: 0o600, durable: false });
  },
  pathOf: fileURLToPath,
  // Loaded when it is first used: most tests need no server.
  listen: async (hub, options) => (await import('./listen.ts')).listen(hub, options),
  debugHint: async (saveState, hash) => {
    if (!wantsHints()) return undefined;
    return (await import('./debugHint.ts')).debugHint(saveState, hash);
  },
  hintedAnswer: async (request, answer, saveState) => {
    if (!wantsHints()) return answer;
    return (await import('./hintedAnswer.ts')).hintedAnswer(request, answer, saveState);
  },
  classTexts: builtinClassTexts,
  classCache,
  tools: loadTools,
  loadEvm: async () => (await import('./loadEvm.ts')).loadEvm(),
  fileSaver: (folder, kind) => {
    const path = resolve(folder);
    const saver = import('../platform/processFiles.ts').then(({ processFileSaver }) => processFileSaver(path, kind));
    const [what, option] = kind === 'gas' ? ['gas report', 'gasReport'] : ['coverage', 'coverage'];
    return async (json) => {
      try {
        await (await saver)(json);
      } catch (error) {
        throw new Error(
          `The ${what} could not be written to ${path}: ${(error as Error).message}. Choose another folder for the option ${option}.`,
          { cause: error },
        );
      }
    };
  },
  mutants: async (isFixture) => {
    if (!process.env['STARBOX_MUTANTS']) return undefined;
    return (await import('./mutants/mutantParts.ts')).mutantParts(isFixture);
  },
  artifactFiles: (folders) => {
    const workingFolder = process.cwd();
    // Loaded when something is first explained.
    const files = async () => (await import('../platform/artifactFolders.ts')).artifactFolders(folders, workingFolder);
    return {
      list: async () => (await files()).list(),
      read: async (path) => (await files()).read(path),
      sources: async (path) => (await files()).sources(path),
      sourceLines: async (path, places) => (await files()).sourceLines(path, places),
      sourceFiles: async (path, names) => (await files()).sourceFiles(path, names),
      loadAtOnce: async () => (await files()).atOnce,
    };
  },
  classNamed: async (name) => {
    const { filesNamed } = await import('../platform/filesNamed.ts');
    const { builtClass } = await import('../library/files/builtClass.ts');
    return builtClass(name, await filesNamed(name, process.cwd()));
  },
  watch: async (hub, folders, contracts, reports) => {
    const { BuildWatcher } = await import('../sandbox/watch/buildWatcher.ts');
    const { artifactFolders } = await import('../platform/artifactFolders.ts');
    return BuildWatcher.start({ hub, files: artifactFolders(folders, process.cwd()), contracts, reports });
  },
};
