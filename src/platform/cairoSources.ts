import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRegular } from './regularFile.ts';

const MAX_FILES = 1000;
const MAX_BYTES = 2 ** 20;
const MAX_TOTAL_BYTES = 16 * 2 ** 20;
const MAX_DEPTH = 10;
const SKIPPED = new Set(['target', 'node_modules']);

/** Words without which a source file says nothing about storage. */
const ABOUT_STORAGE = /#\[storage\]|\bStore\b|storage_node/;

/** The Cairo sources of the Scarb package or workspace that a class file was built from, as far as they are about storage. */
export async function cairoSources(classFile: string): Promise<readonly string[]> {
  // Scarb writes to target/PROFILE below the package.
  const target = dirname(dirname(classFile));
  if (!target.endsWith('target')) return [];
  const sources: string[] = [];
  let [files, bytes] = [0, 0];
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (files >= MAX_FILES || bytes >= MAX_TOTAL_BYTES) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) await walk(path, depth + 1);
      } else if (entry.isFile() && entry.name.endsWith('.cairo')) {
        files++;
        const text = await readRegular(path, MAX_BYTES, 'the artifact store').then(String, () => '');
        bytes += text.length;
        if (ABOUT_STORAGE.test(text)) sources.push(text);
      }
    }
  };
  await walk(dirname(target), 0);
  return sources;
}
