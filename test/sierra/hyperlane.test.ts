import { expect, test } from 'vitest';
import { compareCasm, type PublishedCasm } from '../support/compareCasm.ts';
import { artifactNames, loadArtifact } from './artifacts.ts';

test('every class of @hyperlane-xyz/starknet-core compiles to its published CASM', () => {
  const seen = new Set<string>();
  for (const name of artifactNames) {
    const sierra = loadArtifact(name, 'contract_class') as {
      readonly sierra_program: readonly string[];
      readonly entry_points_by_type: object;
    };
    const key = JSON.stringify([sierra.sierra_program, sierra.entry_points_by_type]);
    if (seen.has(key)) continue;
    seen.add(key);
    const published = loadArtifact(name, 'compiled_contract_class') as PublishedCasm;
    expect(compareCasm(sierra, published), name).toBeUndefined();
  }
  expect(seen.size).toBeGreaterThan(50);
});
