import { dirname, join } from 'node:path';
import type { EitherWay } from '../async/eitherWay.ts';
import { entriesOf, ifPossible } from './fileSteps.ts';
import { readRegularSteps } from './regularFile.ts';

const MAX_FILES = 1000;
const MAX_BYTES = 2 ** 20;
const MAX_TOTAL_BYTES = 16 * 2 ** 20;
const MAX_DEPTH = 10;
const SKIPPED = new Set(['target', 'node_modules']);

/** Words without which a source file says nothing about storage. */
const ABOUT_STORAGE = /#\[storage\]|\bStore\b|storage_node/;

/** The Cairo sources of the Scarb package or workspace that a class file was built from, if they have `wanted`; by default those about storage. */
export function* cairoSources(classFile: string, wanted: RegExp = ABOUT_STORAGE): EitherWay<readonly string[]> {
  // Scarb writes to target/PROFILE below the package.
  const target = dirname(dirname(classFile));
  if (!target.endsWith('target')) return [];
  const sources: string[] = [];
  let [files, bytes] = [0, 0];
  function* walk(folder: string, depth: number): EitherWay<void> {
    for (const entry of yield* entriesOf(folder)) {
      if (files >= MAX_FILES || bytes >= MAX_TOTAL_BYTES) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) yield* walk(path, depth + 1);
      } else if (entry.isFile() && entry.name.endsWith('.cairo')) {
        files++;
        const text = String((yield* ifPossible(readRegularSteps(path, MAX_BYTES, 'the artifact store'))) ?? '');
        bytes += text.length;
        if (wanted.test(text)) sources.push(text);
      }
    }
  }
  yield* walk(dirname(target), 0);
  return sources;
}
