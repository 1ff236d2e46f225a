import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { UiFile } from './http.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const INDEX = 'index.html';
const NO_CACHE = 'no-cache';
// Names of assets carry a hash of their content.
const FOREVER = 'public, max-age=31536000, immutable';

/** Looks up the explorer's files by the path below /ui. They are read once, so no request ever names a file. */
export function uiFiles(folder: string): ((path: string) => UiFile | undefined) | undefined {
  if (!existsSync(join(folder, INDEX))) return undefined;
  const files = new Map<string, UiFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    files.set(name, { type, cache: name === INDEX ? NO_CACHE : FOREVER, body: readFileSync(path) });
  }
  return (path) => {
    const name = path.replace(/^\/ui\/*/, '');
    if (name.includes('..') || /%2e|%5c|\\/i.test(name)) return undefined;
    // A path without a file name is a page of the explorer, which finds its own way.
    const isPage = !(name.split('/').at(-1) ?? '').includes('.');
    return files.get(isPage ? INDEX : name);
  };
}
