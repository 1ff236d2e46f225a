import { describe, expect, test } from 'vitest';
import { encode, push, ret } from '../../../test/support/cairo/assembler.ts';
import { at, felt, smallRun } from '../../../test/support/cairo/smallRun.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import { type Pointer, pointer } from '../pointer.ts';
import { formatTraceback } from '../traceback.ts';
import { VmError } from '../vmError.ts';
import { nameOfHint } from './hintHashes.ts';
import { loadCairo0 } from './loadCairo0.ts';
import { evaluate, parseReference } from './reference.ts';

const TRACKING = { group: 0, offset: 0 };

describe('references', () => {
  test.each([
    ['[cast(fp + (-3), felt*)]', 7n],
    ['cast(fp + (-3), felt*)', at(1)],
    ['cast([fp + (-3)] + 2, felt)', 9n],
    ['[cast([fp + (-2)] + 1, felt*)]', 7n],
    ['cast([fp + (-3)] * 3 - 1, felt)', 20n],
    ['[cast([[fp + (-1)] + (-1)] + 1, (a: felt, b: felt)*)]', 7n],
    ['cast(5, felt)', 5n],
    ['cast(ap - 1, felt*)', at(1)],
  ])('%s', (text, expected) => {
    // fp - 3 holds 7; fp - 2 points to the cell before it; fp - 1 points after that.
    const run = smallRun({ words: [], stack: [felt(0), felt(7), at(0), at(3)] });
    expect(evaluate(run, parseReference(text), TRACKING, { group: 0, offset: 2 })).toEqual(expected);
  });

  test('ap of another tracking group is unknown, and malformed references are refused', () => {
    const run = smallRun({ words: [], stack: [felt(0)] });
    expect(evaluate(run, parseReference('cast(ap, felt*)'), TRACKING, { group: 1, offset: 0 })).toBeUndefined();
    expect(() => parseReference('[cast(fp, felt*)')).toThrow('cannot be read');
    expect(() => parseReference('fp fp')).toThrow('cannot be read');
  });
});

describe('programs', () => {
  const hint = (code: string, references: Record<string, number> = {}) => ({
    accessible_scopes: ['__main__'],
    code,
    flow_tracking_data: { ap_tracking: TRACKING, reference_ids: references },
  });
  /** A program that returns its implicit arguments and one felt in a new segment. */
  const program = (words: readonly Felt[], hints: Record<string, unknown[]>) => ({
    data: words.map((word) => `0x${word.toString(16)}`),
    builtins: [],
    hints,
    identifiers: {
      '__main__.K': { type: 'const', value: 5 },
      '__main__.L': { type: 'alias', destination: '__main__.K' },
    },
    reference_manager: { references: [{ ap_tracking_data: TRACKING, pc: 0, value: '[cast(fp + (-5), felt**)]' }] },
    attributes: [
      {
        name: 'error_message',
        start_pc: 0,
        end_pc: 99,
        value: 'length is {length}, ap {other}',
        flow_tracking_data: { ap_tracking: TRACKING, reference_ids: { '__main__.f.length': 1, '__main__.f.other': 2 } },
      },
      { name: 'other', start_pc: 0, end_pc: 99, value: 'unused' },
    ],
  });
  const copy = (fields: Parameters<typeof encode>[0]) =>
    encode({ off0: 0, dstFp: false, apUpdate: 'one', opcode: 'assert', ...fields });
  // [ap] = a new segment; [[ap - 1]] = 42; return [implicit syscall pointer], 1, the segment.
  const words = [
    encode({ op1: 'immediate', off2: 1, apUpdate: 'add' }),
    felt(1),
    ...push(felt(42)),
    encode({ off0: -1, dstFp: false, off1: -2, op0Fp: false, off2: 0, op1: 'op0', opcode: 'assert' }),
    copy({ off1: -5, op0Fp: true, op1: 'op0', off2: 0 }),
    ...push(felt(1)),
    copy({ op1: 'ap', off2: -4 }),
    ...ret,
  ];
  const entry = (loaded: ReturnType<typeof loadCairo0>) => ({
    program: loaded,
    offset: 0,
    builtins: [],
    calldata: [keyOf(felt(3))],
    initialGas: 0n,
    selector: keyOf(felt(1)),
    constants: NEWEST_PROTOCOL,
  });

  test('a program runs to its return', () => {
    const machine = new PlainMachine();
    const start = machine.begin(entry(loadCairo0(program(words, { 0: [hint('memory[ap] = segments.add()')] }))));
    expect(machine.run(100)).toEqual({ kind: 'end' });
    const result = machine.finish(start);
    if (result instanceof VmError) throw result;
    expect([result.retdata, result.failed, result.resources.steps]).toEqual([[keyOf(felt(42))], false, 7]);
  });

  test('a run with another syscall pointer than the executor is refused', () => {
    const machine = new PlainMachine();
    const start = machine.begin(entry(loadCairo0(program(words, { 0: [hint('memory[ap] = segments.add()')] }))));
    machine.run(100);
    expect((machine.finish((start + 1) as Pointer) as VmError).message).toBe('Validation failed: Syscall segment end.');
  });

  test('an unknown hint fails when it is reached, and the error contains its text', () => {
    const machine = new PlainMachine();
    const json = program(words, { 0: [hint('import os')] });
    json.reference_manager.references.push(
      { ap_tracking_data: TRACKING, pc: 0, value: '[cast(fp + (-4), felt*)]' },
      { ap_tracking_data: TRACKING, pc: 0, value: '[cast(ap + (-4), felt*)]' },
    );
    machine.begin(entry(loadCairo0(json)));
    const stop = machine.run(100);
    if (stop.kind !== 'error') throw new Error(stop.kind);
    expect([stop.error.message, stop.error.inHint]).toEqual(['Unknown Hint: import os', true]);
    expect(formatTraceback(stop.error)).toBe(
      "Error message: length is 1, ap {other} (Cannot evaluate ap-based or complex references: ['other'])\nError at pc=0:0:",
    );
  });

  test('a syscall stops with the pointer in its variable', () => {
    const machine = new PlainMachine();
    const code = 'syscall_handler.get_caller_address(segments=segments, syscall_ptr=ids.syscall_ptr)';
    const json = program(words, { 0: [hint(code, { '__main__.f.syscall_ptr': 0 })] });
    machine.begin(entry(loadCairo0(json)));
    // The reference names the pointer to the implicit arguments.
    expect(machine.run(100)).toEqual({ kind: 'syscall', pointer: pointer(4, 0) });
  });

  test('constants are read, including aliases and large ones that JSON rounds', () => {
    const json = program([], {});
    const identifiers = {
      ...json.identifiers,
      'm.MAX_HIGH': { type: 'const', value: Number(0x8000000000000110000000000000000n) },
      'm.ADDR_BOUND': { type: 'const', value: Number(2n ** 251n - 256n - P) },
      'm.TEXT': { type: 'const', value: '-0x1' },
    };
    const { constants } = loadCairo0({ ...json, identifiers }).cairo0!;
    expect(['__main__.L', 'm.MAX_HIGH', 'm.ADDR_BOUND', 'm.TEXT'].map((name) => constants.get(name))).toEqual([
      5n,
      0x8000000000000110000000000000000n,
      2n ** 251n - 256n,
      P - 1n,
    ]);
  });

  test.each([
    [null, 'program is not an object'],
    [{ data: ['x'] }, 'x in data is not a felt'],
    [{ data: [], attributes: 5 }, 'attributes is not a list'],
    [{ data: [], builtins: ['nonsense'], hints: {} }, 'the builtin nonsense is not known'],
  ])('a malformed program is refused (%#)', (json, text) => {
    expect(() => loadCairo0(json)).toThrow(text);
  });

  test('builtins that Cairo 0 contracts may not use are refused', () => {
    const json = { ...program(words, {}), builtins: ['keccak'] };
    expect(() => new PlainMachine().begin(entry(loadCairo0(json)))).toThrow(
      'Called builtins: {keccak} are unsupported in a Cairo0 contract',
    );
  });
});

test('library hints are recognised by their text', () => {
  expect(nameOfHint('vm_exit_scope()')).toBe('exitScope');
  expect(nameOfHint("vm_enter_scope({'n': ids.len})")).toBe('memcpyEnter');
  expect(nameOfHint('vm_exit_scope( )')).toBeUndefined();
});
