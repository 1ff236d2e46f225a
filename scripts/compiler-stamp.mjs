import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow, root } from './files.mjs';

// The layers that compile and hash classes; src/felt includes the kernel's module as text.
const SOURCES = ['src/async', 'src/protocol', 'src/felt', 'src/cairo', 'src/sierra', 'src/classes', 'package.json'];

/** A hash of everything that can change the result of a compilation: builds with the same stamp give the same results. */
export function compilerStamp() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((path) => [...filesBelow(path)]).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join('/')}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
