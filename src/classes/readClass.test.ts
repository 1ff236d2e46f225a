import { expect, test } from 'vitest';
import { parseFelt } from '../felt/felt.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { readClass } from './readClass.ts';

const ENTRY_POINTS = { CONSTRUCTOR: [], EXTERNAL: [{ selector: '0x5', function_idx: 3 }], L1_HANDLER: [] };
const SIERRA = {
  sierra_program: ['0x1', '0x7', '0x0'],
  sierra_program_debug_info: {},
  contract_class_version: '0.1.0',
  entry_points_by_type: ENTRY_POINTS,
  abi: [],
};

test('a Sierra class file is read, its debug information is left', () => {
  const read = readClass(SIERRA) as SierraClass;
  expect(read).toEqual({
    kind: 'sierra',
    sierraProgram: [1n, 7n, 0n],
    contractClassVersion: '0.1.0',
    entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [{ selector: parseFelt('0x5'), functionIdx: 3 }], L1_HANDLER: [] },
    abi: '[]',
  });
});

test('a Cairo 0 class file has offsets as texts', () => {
  const entry_points_by_type = { CONSTRUCTOR: [], EXTERNAL: [{ selector: '0x5', offset: '0x9b' }], L1_HANDLER: [] };
  const read = readClass({ program: { data: [] }, entry_points_by_type, abi: [{}] });
  expect(read).toMatchObject({ kind: 'cairo0', entryPointsByType: { EXTERNAL: [{ offset: 0x9b }] } });
});

test('anything else is refused by name', () => {
  const cases: [unknown, string][] = [
    [null, 'The class must be an object, not null'],
    [[], 'The class must be an object'],
    [{}, 'neither a sierra_program nor a program'],
    [{ ...SIERRA, sierra_program: 'x' }, 'sierra_program must be a list'],
    [{ ...SIERRA, sierra_program: ['0x1', 2] }, 'sierra_program[1] must be a felt'],
    [{ ...SIERRA, sierra_program: [`0x${'f'.repeat(64)}`] }, 'sierra_program[0] must be a felt'],
    [{ ...SIERRA, entry_points_by_type: {} }, 'entry_points_by_type.CONSTRUCTOR must be a list'],
    [
      { ...SIERRA, entry_points_by_type: { ...ENTRY_POINTS, EXTERNAL: [{ selector: '0x1', function_idx: -1 }] } },
      'entry_points_by_type.EXTERNAL[0].function_idx must be a position',
    ],
  ];
  for (const [json, text] of cases) expect(() => readClass(json)).toThrow(text);
});
