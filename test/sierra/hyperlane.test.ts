import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { compareCasm, type PublishedCasm } from './compareCasm.ts';

// Real contracts with the CASM that a Cairo compiler (2.10.1) made of them.
const main = createRequire(import.meta.url).resolve('@hyperlane-xyz/starknet-core');
const folder = join(dirname(main), 'artifacts');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.contract_class.js') && !file.includes('compiled_contract_class'))
  .map((file) => file.slice(0, -'.contract_class.js'.length));

const load = async (file: string): Promise<unknown> =>
  Object.values((await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as object)[0];

test('every class of @hyperlane-xyz/starknet-core compiles to the CASM it was published with', async () => {
  const seen = new Set<string>();
  for (const name of names) {
    const sierra = (await load(`${name}.contract_class.js`)) as {
      sierra_program: string[];
      entry_points_by_type: object;
    };
    const key = JSON.stringify([sierra.sierra_program, sierra.entry_points_by_type]);
    if (seen.has(key)) continue;
    seen.add(key);
    const published = (await load(`${name}.compiled_contract_class.js`)) as PublishedCasm;
    expect(compareCasm(sierra, published), name).toBeUndefined();
  }
  expect(seen.size).toBeGreaterThan(40);
});
