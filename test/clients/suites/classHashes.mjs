import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['target/release', 'deployments/artifacts', 'tests-integration/fixtures'];

/**
 * Fills the Argent suite's cache of class hashes. Its starknet.js computes Poseidon hashes, which declarations no longer
 * carry, and takes minutes for it.
 */
export async function writeClassHashes(checkout, cacheFile) {
  const { compileSierra } = await import(fileURLToPath(new URL('../../../dist/sierra.js', import.meta.url)));
  const cache = {};
  for (const folder of FOLDERS) {
    const path = join(checkout, folder);
    if (!existsSync(path)) throw new Error(`${path} is missing: compile the contracts first.`);
    for (const file of readdirSync(path, { recursive: true })) {
      if (!file.endsWith('.contract_class.json')) continue;
      const text = readFileSync(join(path, file));
      const json = JSON.parse(text);
      if (!json.sierra_program) continue;
      const { classHash, compiledClassHash } = compileSierra(json);
      cache[createHash('md5').update(text).digest('hex')] = { compiledClassHash, classHash };
    }
  }
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(cache, null, 2));
}
