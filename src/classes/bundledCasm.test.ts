import { expect, test } from 'vitest';
import type { CasmClassJson } from '../cairo/casmJson.ts';
import { bundledCasm, casmJson } from './bundledCasm.ts';

test('a bundled compiled class is read back as it was, with the places of its hints', () => {
  const point = { selector: '0x5', offset: 7, builtins: ['range_check'] };
  const casm = {
    prime: '0x800000000000011000000000000000000000000000000000000000000000001',
    compiler_version: '2.12.0',
    bytecode: ['0x40780017fff7fff', '0x1', '0x208b7fff7fff7ffe'],
    hints: [
      [0, [{ AllocSegment: { dst: { register: 'AP', offset: 0 } } }]],
      [2, [{ AllocSegment: { dst: { register: 'AP', offset: 1 } } }]],
      [40, []],
    ],
    entry_points_by_type: { EXTERNAL: [point], L1_HANDLER: [], CONSTRUCTOR: [] },
  } as unknown as CasmClassJson;
  expect(casmJson(bundledCasm(casm))).toEqual(casm);
});
