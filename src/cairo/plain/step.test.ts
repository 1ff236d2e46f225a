import { describe, expect, test } from 'vitest';
import { callBy, encode, push, ret } from '../../../test/support/cairo/assembler.ts';
import { at, felt, runToEnd, smallRun } from '../../../test/support/cairo/smallRun.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { blake2sCompress } from '../../felt/hash.ts';
import { pointer } from '../pointer.ts';

const apTarget = { off0: 0, dstFp: false, apUpdate: 'one', opcode: 'assert' } as const;

describe('assertions', () => {
  test('[ap] = [fp - 1] + 5 writes the sum and moves ap', () => {
    const run = smallRun({
      words: [encode({ ...apTarget, off1: -1, op0Fp: true, op1: 'immediate', off2: 1, res: 'add' }), felt(5)],
      stack: [felt(7)],
    });
    expect(runToEnd(run)).toBeUndefined();
    expect([run.get(at(1)), run.ap, run.steps]).toEqual([12n, at(2), 1]);
  });

  test('an unknown operand of a sum, a product or a copy is deduced', () => {
    // [fp - 2] = [fp - 1] + [ap]; [fp - 2] = [fp - 1] * [ap + 1]; [fp - 1] = [ap + 2]
    const words = [
      encode({ off0: -2, off1: -1, off2: 0, op1: 'ap', res: 'add', opcode: 'assert' }),
      encode({ off0: -2, off1: -1, off2: 1, op1: 'ap', res: 'mul', opcode: 'assert' }),
      encode({ off0: -1, off1: -1, off2: 2, op1: 'ap', opcode: 'assert' }),
    ];
    const run = smallRun({ words, stack: [felt(20), felt(4)] });
    expect(runToEnd(run)).toBeUndefined();
    expect([0, 1, 2].map((i) => run.get(at(2 + i)))).toEqual([16n, 5n, 4n]);
  });

  test('op0 is deduced if it is the unknown operand', () => {
    const words = [
      encode({ off0: -2, off1: 0, op0Fp: false, off2: -1, op1: 'fp', res: 'add', opcode: 'assert' }),
      encode({ off0: -2, off1: 1, op0Fp: false, off2: -1, op1: 'fp', res: 'mul', opcode: 'assert' }),
    ];
    const run = smallRun({ words, stack: [felt(20), felt(4)] });
    expect(runToEnd(run)).toBeUndefined();
    expect([run.get(at(2)), run.get(at(3))]).toEqual([16n, 5n]);
  });

  test('a double dereference reads through a pointer', () => {
    const run = smallRun({ words: [encode({ ...apTarget, off1: -1, off2: 2, op1: 'op0' })], stack: [] });
    const segment = run.addSegment();
    run.set(pointer(segment, 3), felt(99));
    run.set(at(0), pointer(segment, 1));
    run.start(pointer(0, 0), at(1), pointer(0, 1));
    expect(runToEnd(run)).toBeUndefined();
    expect(run.get(at(1))).toBe(99n);
  });

  test('pointers move by felts and their difference is a felt', () => {
    const sum = encode({ ...apTarget, off1: -2, op0Fp: true, off2: -1, op1: 'fp', res: 'add' });
    const run = smallRun({ words: [sum], stack: [pointer(3, 5), (P - 2n) as Felt] });
    expect(runToEnd(run)).toBeUndefined();
    expect(run.get(at(2))).toBe(pointer(3, 3));

    // [fp - 2] = [fp - 1] + [ap]: the unknown is the difference of two pointers.
    const difference = encode({ off0: -2, off1: -1, off2: 0, op1: 'ap', res: 'add', opcode: 'assert' });
    const other = smallRun({ words: [difference], stack: [pointer(3, 5), pointer(3, 9)] });
    expect(runToEnd(other)).toBeUndefined();
    expect(other.get(at(2))).toBe(P - 4n);
  });

  const copy = (off0: number, off2: number) => encode({ off0, off2, op1: 'fp', opcode: 'assert' });
  test.each<[string, Felt[], (Felt | ReturnType<typeof pointer>)[]]>([
    ['An ASSERT_EQ instruction failed: 1 != 2.', [copy(-2, -1)], [felt(1), felt(2)]],
    ['An ASSERT_EQ instruction failed: 4:7 != 2.', [copy(-2, -1)], [pointer(4, 7), felt(2)]],
    [
      "Operation failed: 3:1 + 3:2, can't add two relocatable values",
      [encode({ ...apTarget, off1: -2, off2: -1, op1: 'fp', res: 'add' })],
      [pointer(3, 1), pointer(3, 2)],
    ],
    [
      'Failed to compute Res.MUL: Could not complete computation of non pure values 3:1 * 2',
      [encode({ ...apTarget, off1: -2, off2: -1, op1: 'fp', res: 'mul' })],
      [pointer(3, 1), felt(2)],
    ],
    [
      "Couldn't compute operand op0. Unknown value for memory cell 1:5",
      [encode({ ...apTarget, off1: 3, off2: -1, op1: 'fp', res: 'add' })],
      [felt(1), felt(2)],
    ],
    ['Memory addresses must be relocatable', [encode({ ...apTarget, off1: -1, off2: 0, op1: 'op0' })], [felt(1)]],
    ['op0 must be known in double dereference', [encode({ ...apTarget, off1: 4, off2: 0, op1: 'op0' })], [felt(1)]],
    ['In immediate mode, off2 should be 1', [encode({ ...apTarget, off2: 2, op1: 'immediate' }), felt(0)], [felt(1)]],
    ['Operation failed: 1:1 - 2, offsets cant be negative', [copy(-2, -1)], [felt(1)]],
    [
      'Operation failed: 3:1 + 36893488147419103232, maximum offset value exceeded',
      [encode({ ...apTarget, off1: -2, off2: -1, op1: 'fp', res: 'add' })],
      [pointer(3, 1), felt(2n ** 65n)],
    ],
  ])('%s', (text, words, stack) => {
    expect(runToEnd(smallRun({ words, stack }))).toBe(text);
  });
});

describe('jumps and calls', () => {
  test('a call writes the frame, and ret returns to the instruction after it', () => {
    const words = [...callBy(4), ...push(felt(1)), ...push(felt(2)), ...ret];
    const run = smallRun({ words, stack: [felt(0)] });
    // The callee is at 4 and returns to 2.
    const stop = run.run(3);
    expect(stop.kind).toBe('budget');
    expect([run.get(at(1)), run.get(at(2)), run.get(at(3))]).toEqual([at(1), pointer(0, 2), 2n]);
    expect([run.pc, run.fp, run.ap]).toEqual([pointer(0, 2), at(1), at(4)]);
  });

  test('jnz jumps if its cell is not zero', () => {
    const jump = (value: number) => [
      encode({ off0: -1, off1: -1, op1: 'immediate', off2: 1, res: 'unconstrained', pcUpdate: 'jnz' }),
      felt(4),
      ...push(felt(value)),
    ];
    const zero = smallRun({ words: jump(1), stack: [felt(0)] });
    expect([runToEnd(zero), zero.get(at(1))]).toEqual([undefined, 1n]);
    const other = smallRun({ words: jump(1), stack: [felt(9)] });
    expect([runToEnd(other), other.get(at(1))]).toEqual([undefined, undefined]);
    const address = smallRun({ words: jump(1), stack: [pointer(1, 0)] });
    expect([runToEnd(address), address.get(at(1))]).toEqual([undefined, undefined]);
  });

  test('jumps are relative or absolute', () => {
    const relative = smallRun({
      words: [encode({ op1: 'immediate', off2: 1, pcUpdate: 'jumpRel' }), felt(3), felt(0)],
      stack: [felt(0)],
    });
    expect(runToEnd(relative)).toBeUndefined();
    const absolute = smallRun({ words: [encode({ off2: -1, pcUpdate: 'jump' }), felt(0)], stack: [pointer(0, 2)] });
    expect(runToEnd(absolute)).toBeUndefined();
    const wrong = smallRun({ words: [encode({ off2: -1, pcUpdate: 'jump' })], stack: [felt(1)] });
    expect(runToEnd(wrong)).toBe('Res.UNCONSTRAINED cannot be used with PcUpdate.JUMP');
    const notFelt = smallRun({ words: [encode({ off2: -1, pcUpdate: 'jumpRel' })], stack: [pointer(0, 2)] });
    expect(runToEnd(notFelt)).toBe('A relocatable value as Res cannot be used with PcUpdate.JUMP_REL');
  });

  test('ap += moves ap forwards and backwards', () => {
    const words = [encode({ op1: 'immediate', off2: 1, apUpdate: 'add' }), (P - 1n) as Felt];
    const run = smallRun({ words, stack: [felt(0), felt(0)] });
    expect([runToEnd(run), run.ap]).toEqual([undefined, at(1)]);
  });

  test('a frame that is already written differently is refused', () => {
    const run = smallRun({ words: callBy(2), stack: [felt(0)] });
    run.set(at(2), felt(5));
    expect(runToEnd(run)).toBe(
      'Call failed to write return-pc (inconsistent op0): 5 != 0:2. Did you forget to increment ap?',
    );
    const other = smallRun({ words: callBy(2), stack: [felt(0)] });
    other.set(at(1), felt(5));
    expect(runToEnd(other)).toBe(
      'Call failed to write return-fp (inconsistent dst): 5 != 1:1. Did you forget to increment ap?',
    );
  });
});

describe('malformed instructions', () => {
  const flags = (value: number, extension = 0) =>
    ((BigInt(value) << 48n) | (BigInt(extension) << 63n) | 0x7fff_7fff_7fffn) as Felt;
  test.each<[string, Felt]>([
    ['Instruction should be an int', (P - 1n) as Felt],
    ['Invalid op1_register value: 3', flags(3 << 2)],
    ['Invalid pc_update value: 3', flags(3 << 7)],
    ['Invalid res value: 3', flags((2 << 2) | (3 << 5))],
    ['Invalid res value: 1', flags((2 << 2) | (1 << 5) | (4 << 7))],
    ['Invalid opcode value: 3', flags((2 << 2) | (3 << 12))],
    ['Invalid opcode value: 1', flags((2 << 2) | (1 << 12))],
    ['Invalid ap_update value: 3', flags((2 << 2) | (3 << 10))],
    ['Invalid ap_update value: 2', flags((2 << 2) | (2 << 10) | (1 << 12))],
    ['Invalid opcode extension value: 4', flags(2 << 2, 4)],
    ['Blake2s opcode invalid flags 16392', flags((2 << 2) | (4 << 12), 1)],
    ['QM31 add mul opcode invalid flags 16392', flags((2 << 2) | (4 << 12), 3)],
  ])('%s', (text, word) => {
    expect(runToEnd(smallRun({ words: [word, felt(0)], stack: [felt(1), felt(2)] }))).toBe(text);
  });

  test('a pc outside the program is an unknown cell', () => {
    const run = smallRun({ words: push(felt(1)), stack: [felt(0)] });
    run.start(pointer(0, 0), at(1), pointer(9, 0));
    expect(runToEnd(run)).toBe('Unknown memory cell at address 0:2');
  });
});

describe('opcode extensions', () => {
  test('the BLAKE2s opcode compresses words and is counted', () => {
    const words = [encode({ off0: -1, off1: -3, off2: -2, op1: 'fp', extension: 'blakeFinalize' })];
    const run = smallRun({ words });
    const [state, message, output] = [run.addSegment(), run.addSegment(), run.addSegment()];
    const start = Uint32Array.from({ length: 8 }, (_, i) => (i * 0x9e3779b9) >>> 0);
    const block = Uint32Array.from({ length: 16 }, (_, i) => (i * 0x85ebca6b) >>> 0);
    start.forEach((word, i) => void run.set(pointer(state, i), felt(word)));
    block.forEach((word, i) => void run.set(pointer(message, i), felt(word)));
    [pointer(state, 0), pointer(message, 0), felt(64), pointer(output, 0)].forEach(
      (cell, i) => void run.set(at(i), cell),
    );
    run.start(pointer(0, 0), at(3), pointer(0, 1));
    expect(runToEnd(run)).toBeUndefined();
    blake2sCompress(start, block, 64, true);
    expect(Array.from({ length: 8 }, (_, i) => run.get(pointer(output, i)))).toEqual([...start].map(BigInt));
    expect([run.blakes, run.accessedCells(output)]).toEqual([1, 8]);
  });

  test('an extension field element times its inverse is one', () => {
    const value = felt(5n | (6n << 36n) | (7n << 72n) | (8n << 108n));
    // 1 = [fp - 1] * [ap], then [ap + 1] = [fp - 1] * [ap]
    const words = [
      encode({ off0: -2, off1: -1, off2: 0, op1: 'ap', res: 'mul', opcode: 'assert', extension: 'qm31' }),
      encode({ off0: 1, dstFp: false, off1: -1, off2: 0, op1: 'ap', res: 'mul', opcode: 'assert', extension: 'qm31' }),
    ];
    const run = smallRun({ words, stack: [felt(1), value] });
    expect(runToEnd(run)).toBeUndefined();
    expect([run.get(at(3)), run.get(at(2)) === 1n]).toEqual([1n, false]);
    const unreduced = smallRun({ words, stack: [felt(1), felt(2n ** 31n - 1n)] });
    expect(runToEnd(unreduced)).toBe('Number is not a packing of a QM31 in reduced form: 2147483647)');
  });
});

test('a traceback lists the calls, outermost first', () => {
  // The word 0 is an instruction that addresses cells far below the frame.
  const words = [...callBy(3), felt(0), ...callBy(3), felt(0), felt(0)];
  const run = smallRun({ words, stack: [felt(0)] });
  const stop = run.run(10);
  expect(stop.kind).toBe('error');
  if (stop.kind !== 'error') return;
  expect([stop.error.pc, stop.error.callers]).toEqual([pointer(0, 6), [pointer(0, 0), pointer(0, 3)]]);
});
