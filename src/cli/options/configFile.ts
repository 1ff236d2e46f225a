import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import { UsageError } from './usageError.ts';

/** A configuration file: its JSON text, or what its module exports. */
export interface ConfigFile {
  readonly path: string;
  readonly content: string | object;
}

/** Files that are used without --config if they are in the working folder. */
const FOUND = ['starbox.config.json', 'starbox.config.js', 'starbox.config.mjs', 'starbox.config.ts'];
const MODULES = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']);

/** Reads the given configuration file, or the one in the folder; undefined if there is none. */
export async function loadConfig(given: string | undefined, folder: string): Promise<ConfigFile | undefined> {
  const path = given ?? (await findConfig(folder));
  if (path === undefined) return undefined;
  return { path, content: MODULES.has(extname(path)) ? await imported(path, folder) : textOf(path, folder) };
}

async function findConfig(folder: string): Promise<string | undefined> {
  // A working folder that cannot be read has no configuration for us.
  const names = await readdir(folder).catch((): string[] => []);
  const [found, other] = FOUND.filter((name) => names.includes(name));
  if (other !== undefined)
    throw new UsageError(`the folder has '${found}' and '${other}'; keep one of them, or choose with --config`);
  return found;
}

function textOf(path: string, folder: string): string {
  try {
    return readTextSync(resolve(folder, path));
  } catch (error) {
    throw new UsageError(`the configuration file '${path}' cannot be read: ${ioReason(error)}`);
  }
}

async function imported(path: string, folder: string): Promise<object> {
  if (!existsSync(resolve(folder, path))) throw new UsageError(`the configuration file '${path}' does not exist`);
  let content: unknown;
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(folder, path)).href);
    // Awaited here, so that a promise that is rejected is reported like a module that throws.
    content = await module.default;
  } catch (error) {
    throw new UsageError(`the configuration file '${path}' cannot be used: ${reasonOf(error, path)}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(
      `the configuration file '${path}' must export an object: export default defineConfig({ accounts: 3 })`,
    );
  return content;
}

function reasonOf(error: unknown, path: string): string {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `Node.js ${process.versions.node} does not read TypeScript. Use Node.js 22.18 or later, or rename it to ${path.replace(/\.([cm]?)ts$/, '.$1js')} and write JavaScript`;
  if (code === 'ERR_MODULE_NOT_FOUND' && /'starbox'/.test(message))
    return `the package 'starbox' is not installed here. Install it with 'npm install --save-dev starbox', or export a plain object without defineConfig`;
  return error instanceof Error ? message : String(error);
}
