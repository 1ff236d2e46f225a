import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Real contracts with the CASM that the Cairo compiler 2.10.1 made from them.
const main = createRequire(import.meta.url).resolve('@hyperlane-xyz/starknet-core');
const folder = join(dirname(main), 'artifacts');

/** The contracts of @hyperlane-xyz/starknet-core. */
export const artifactNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.contract_class.js') && !file.includes('compiled_contract_class'))
  .map((file) => file.slice(0, -'.contract_class.js'.length));

/** A class file: Sierra (`contract_class`) or CASM (`compiled_contract_class`). */
export function loadArtifact(name: string, kind: 'contract_class' | 'compiled_contract_class'): unknown {
  // The files are modules that export JSON. Parsing the JSON is much faster than importing them.
  const text = readFileSync(join(folder, `${name}.${kind}.js`), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}
