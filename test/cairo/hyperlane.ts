import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CasmClass } from '../../src/cairo/casm.ts';
import { parseCasm } from '../../src/cairo/casmJson.ts';

const folder = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../node_modules/@hyperlane-xyz/starknet-core/dist/artifacts',
);
const ENDING = '.compiled_contract_class.js';

/** Names of the real compiled classes that the development dependency brings. */
export const hyperlaneNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** One of those classes. */
export async function hyperlaneClass(name: string): Promise<CasmClass> {
  const module = (await import(pathToFileURL(join(folder, name + ENDING)).href)) as Record<string, unknown>;
  return parseCasm(Object.values(module)[0]);
}
