import { hash } from 'starknet';
import { expect, test } from 'vitest';
import { parseCasm } from '../../src/cairo/casmJson.ts';
import { cairo0ClassHash } from '../../src/classes/cairo0ClassHash.ts';
import type { Cairo0Class } from '../../src/classes/declaredClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { compiledClassHash, compiledClassHashPoseidon } from '../../src/sierra/hash/compiledClassHash.ts';
import { compileSierra } from '../../src/sierra/index.ts';
import { loadArtifact } from './artifacts.ts';

// The client library hashes slowly, with BigInt, so the classes are small.
test.each(['TestISM', 'MockParadexDex'])('the class hashes of %s equal those that a client computes', (name) => {
  const sierra = loadArtifact(`contracts_${name}`, 'contract_class');
  const casm = loadArtifact(`contracts_${name}`, 'compiled_contract_class');
  const parsed = parseCasm(casm);
  expect(formatFelt(compiledClassHashPoseidon(parsed))).toBe(hash.computeCompiledClassHashPoseidon(casm as never));
  expect(formatFelt(compiledClassHash(parsed))).toBe(hash.computeCompiledClassHashBlake(casm as never));
  const ours = compileSierra(sierra);
  expect(ours.classHash).toBe(hash.computeSierraContractClassHash(sierra as never));
  expect(ours.compiledClassHash).toBe(formatFelt(compiledClassHash(parsed)));
});

const cairo0 = {
  abi: [{ inputs: [{ name: 'x', type: 'felt' }], name: 'get', outputs: [], type: 'function' }],
  entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [{ offset: '0x2', selector: '0x17' }], L1_HANDLER: [] },
  program: {
    attributes: [
      { accessible_scopes: [], end_pc: 2, flow_tracking_data: null, name: 'error_message', start_pc: 1, value: 'no' },
    ],
    builtins: ['pedersen', 'range_check'],
    compiler_version: '0.10.3',
    data: ['0x40780017fff7fff', '0x1', '0x208b7fff7fff7ffe'],
    debug_info: { anything: true },
    hints: { '2': [{ code: 'b' }], '10': [{ code: 'a' }] },
    identifiers: {
      'm.C': { type: 'const', value: 5 },
      'm.f': { cairo_type: 'felt', decorators: [], type: 'function' },
    },
    main_scope: '__main__',
    prime: '0x800000000000011000000000000000000000000000000000000000000000001',
    reference_manager: { references: [] },
  },
};

test('the class hash of a Cairo 0 class equals the one that a client computes', () => {
  const ours = formatFelt(cairo0ClassHash(readClassText(JSON.stringify(cairo0)) as Cairo0Class));
  expect(ours).toBe(hash.computeLegacyContractClassHash(cairo0 as never));
});

test('debug information does not change the hash of a Cairo 0 class, an identifier does', () => {
  const hashOf = (value: unknown) => cairo0ClassHash(readClassText(JSON.stringify(value)) as Cairo0Class);
  const plain = hashOf(cairo0);
  expect(hashOf({ ...cairo0, program: { ...cairo0.program, debug_info: null } })).toBe(plain);
  expect(hashOf({ ...cairo0, program: { ...cairo0.program, identifiers: {} } })).not.toBe(plain);
});
