import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow, root } from './files.mjs';

// The layers that classes are compiled and hashed by, the kernel's module as text among them (src/felt).
const SOURCES = ['src/async', 'src/protocol', 'src/felt', 'src/cairo', 'src/sierra', 'src/classes', 'package.json'];

/** A hash over everything that can change what a class is compiled to: builds with the same one give the same results. */
export function compilerStamp() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((path) => [...filesBelow(path)]).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join('/')}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
