import { afterEach, describe, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { declareFile } from './declareFile.ts';

const CLASS = {
  sierra_program: ['0x1', '0x7'],
  contract_class_version: '0.1.0',
  entry_points_by_type: { EXTERNAL: [], L1_HANDLER: [], CONSTRUCTOR: [] },
};

const fileOf = (content: unknown, name = 'counter.contract_class.json'): File =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);

const declaring = () => answeringNode({ sandbox_applyStateDiff: () => ({ classes: [{ class_hash: '0xc1a55' }] }) });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a class file', () => {
  test('is declared without what only debuggers read, and its ABI as text', async () => {
    const { node, paramsOf } = declaring();
    const file = fileOf({ ...CLASS, abi: [{ type: 'function' }], sierra_program_debug_info: { large: true } });
    expect(await declareFile(node, file)).toBe('0xc1a55');
    expect(paramsOf('sandbox_applyStateDiff')).toEqual({
      state_diff: {},
      classes: [{ contract_class: { ...CLASS, abi: '[{"type":"function"}]' } }],
    });
  });

  test('may have no ABI, or one that is a text already', async () => {
    const { node, paramsOf } = declaring();
    await declareFile(node, fileOf(CLASS));
    expect(paramsOf('sandbox_applyStateDiff')).toMatchObject({ classes: [{ contract_class: CLASS }] });
    await declareFile(node, fileOf({ ...CLASS, abi: '[]' }));
    expect(paramsOf('sandbox_applyStateDiff')).toMatchObject({ classes: [{ contract_class: { abi: '[]' } }] });
  });
});

describe('another file', () => {
  test.each([
    ['# Counter', 'is not JSON. A class file ends with .contract_class.json'],
    [{ bytecode: ['0x1'] }, 'is compiled code (CASM). Give the Sierra file beside it'],
    [{ sierra_program: 'none' }, 'has no sierra_program'],
    ['null', 'has no sierra_program'],
  ])('such as %j says what it is, and the node gets nothing', async (content, text) => {
    const { node, asked } = declaring();
    await expect(declareFile(node, fileOf(content, 'mine'))).rejects.toThrow(`mine ${text}`);
    expect(asked).toEqual([]);
  });

  test('that is very large is not read', async () => {
    const { node } = declaring();
    const file = { name: 'film.mkv', size: 20_000_001, text: () => expect.fail('it was read') };
    await expect(declareFile(node, file as unknown as File)).rejects.toThrow('at most 20000000');
  });
});
