import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Every file below a path of the package; the path itself if it is a file. */
export function* filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) yield full;
  else for (const name of readdirSync(full)) yield* filesBelow(join(path, name));
}

/** The time at which the newest file below these paths was written; generated files, tests and recorded hashes do not count. */
export function newestTime(paths) {
  let newest = 0;
  for (const path of paths)
    for (const file of filesBelow(path))
      if (!/\.(?:generated|test|test-d)\.\w+$|\.sha256$/.test(file)) newest = Math.max(newest, statSync(file).mtimeMs);
  return newest;
}

/** The time at which the oldest of these files was written; 0 if one is missing. */
export function oldestTime(files) {
  return Math.min(...files.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
}
