import { expect, test } from 'vitest';
import { unpackBudget } from '../../classes/packedProgram.ts';
import type { JsonObject } from '../../json/json.ts';
import { RpcError } from '../rpcError.ts';
import { declaredClass, readClass } from './contractClass.ts';

const entries = { CONSTRUCTOR: [], EXTERNAL: [{ selector: '0x5', function_idx: 3 }], L1_HANDLER: [] };
const sierra = {
  sierra_program: ['0x1', '0x07'],
  contract_class_version: '0.1.0',
  entry_points_by_type: entries,
  abi: '[]',
};
const cairo0 = {
  program: { data: [] },
  entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [{ selector: '0x5', offset: '0x9b' }], L1_HANDLER: [] },
  abi: [],
};
const read = {
  kind: 'sierra',
  sierraProgram: [1n, 7n],
  contractClassVersion: '0.1.0',
  entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [{ selector: 5n, functionIdx: 3 }], L1_HANDLER: [] },
  abi: '[]',
};

test('a declared class is read without its other members, and its ABI may be missing', () => {
  const entry = { ...entries.EXTERNAL[0], name: 'x' };
  const more = { ...sierra, sierra_program_debug_info: {}, entry_points_by_type: { ...entries, EXTERNAL: [entry] } };
  expect(declaredClass(more)).toEqual(read);
  for (const abi of [null, '']) expect(declaredClass({ ...sierra, abi })).toEqual({ ...read, abi: '' });
  const { abi: _, ...without } = sierra;
  expect(declaredClass(without)).toEqual({ ...read, abi: '' });
});

test('an error names the member of the class that is wrong', () => {
  const external = (entry: JsonObject) => ({ entry_points_by_type: { ...entries, EXTERNAL: [entry] } });
  const cases: [JsonObject, string][] = [
    [{ sierra_program: 'H4sI' }, 'sierra_program must be a list, not "H4sI".'],
    [{ sierra_program: ['0x1', 2] }, 'sierra_program[1] must be a felt such as "0x1f", not 2.'],
    [{ contract_class_version: '0.2.0' }, 'contract_class_version must be "0.1.0", not "0.2.0"'],
    [{ entry_points_by_type: {} }, 'entry_points_by_type.CONSTRUCTOR must be a list, not nothing.'],
    [external({ selector: 'x', function_idx: 0 }), 'EXTERNAL[0].selector must be a felt such as "0x1f", not "x".'],
    [external({ selector: '0x1', function_idx: '0x3' }), 'EXTERNAL[0].function_idx must be a position below 2^32'],
    [{ abi: 'x' }, 'The ABI is not JSON'],
    [{ abi: 5 }, 'abi must be a list'],
  ];
  for (const [change, text] of cases) {
    const failing = () => declaredClass({ ...sierra, ...change });
    expect(failing).toThrow(text);
    expect(failing).toThrow(RpcError);
  }
  const { contract_class_version: _, ...without } = sierra;
  expect(() => declaredClass(without)).toThrow('contract_class_version must be "0.1.0", not nothing');
});

test('a class of applyStateDiff has no other member, on any level', async () => {
  const apply = (value: JsonObject) => readClass(value, unpackBudget());
  expect(await apply(sierra)).toEqual(read);
  expect(await apply(cairo0)).toMatchObject({ kind: 'cairo0', entryPointsByType: { EXTERNAL: [{ offset: 0x9b }] } });
  const within = (value: typeof sierra | typeof cairo0): JsonObject[] => [
    { ...value, zzz: 1 },
    { ...value, entry_points_by_type: { ...value.entry_points_by_type, zzz: [] } },
    {
      ...value,
      entry_points_by_type: {
        ...value.entry_points_by_type,
        EXTERNAL: [{ ...value.entry_points_by_type.EXTERNAL[0]!, zzz: 1 }],
      },
    },
  ];
  for (const value of [...within(sierra), ...within(cairo0)])
    await expect(apply(value)).rejects.toThrow('unknown field `zzz`, expected');
  await expect(apply({ ...sierra, sierra_program_debug_info: {} })).rejects.toThrow('unknown field');
  await expect(apply({})).rejects.toThrow('data did not match any variant of untagged enum ContractClass');
  await expect(apply({ ...cairo0, program: 5 })).rejects.toMatchObject({ code: 50 });
});
