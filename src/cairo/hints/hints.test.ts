import { describe, expect, test } from 'vitest';
import { at, felt, smallRun } from '../../../test/support/cairo/smallRun.ts';
import { Random } from '../../../test/support/random.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { mod } from '../../felt/plain/modular.ts';
import { HINT_FIELDS } from '../hintFields.ts';
import type { Cell } from '../machine.ts';
import { pointer } from '../pointer.ts';
import { decodeHint } from './decode.ts';
import type { CoreHintName } from './hintTable.ts';

const OUT = 100;
const immediate = (value: bigint) => ({ Immediate: `0x${value.toString(16)}` });
const cell = (offset: number) => ({ register: 'AP', offset });

/** A host with the given cells from fp on. Hints write their outputs from ap + OUT on. */
function hostWith(cells: readonly Cell[] = [], builtins: Parameters<typeof smallRun>[0]['builtins'] = []) {
  const run = smallRun({ words: [], builtins });
  cells.forEach((value, i) => void run.set(at(i), value));
  return run;
}

/** Runs a hint on operands and returns its outputs. */
function outputs(name: CoreHintName, ins: readonly unknown[], host = hostWith()): (Cell | undefined)[] {
  const named = HINT_FIELDS[name];
  const fields: Record<string, unknown> = {};
  named.ins.forEach((field, i) => {
    fields[field] = typeof ins[i] === 'bigint' ? immediate(ins[i]) : ins[i];
  });
  named.outs.forEach((field, i) => {
    fields[field] = cell(OUT + i);
  });
  const hint = decodeHint({ [name]: fields });
  if (hint.kind !== 'core') throw new Error('a core hint was expected');
  hint.run(host);
  return named.outs.map((_, i) => host.get(at(OUT + i)));
}

const random = new Random(11);
const limb = () => random.bits(random.below(128) + 1);
const LIMB = 2n ** 128n;

describe('arithmetic', () => {
  test('felts are compared, and addresses come before felts', () => {
    expect(outputs('TestLessThan', [3n, 4n])).toEqual([1n]);
    expect(outputs('TestLessThan', [4n, 4n])).toEqual([0n]);
    expect(outputs('TestLessThanOrEqual', [4n, 4n])).toEqual([1n]);
    const host = () => hostWith([pointer(4, 1), pointer(4, 2), felt(1)]);
    const deref = (offset: number) => ({ Deref: cell(offset) });
    expect(outputs('TestLessThanOrEqualAddress', [deref(0), deref(1)], host())).toEqual([1n]);
    expect(outputs('TestLessThanOrEqualAddress', [deref(1), deref(0)], host())).toEqual([0n]);
    expect(outputs('TestLessThanOrEqualAddress', [deref(1), deref(2)], host())).toEqual([1n]);
    expect(outputs('TestLessThanOrEqualAddress', [deref(2), deref(1)], host())).toEqual([0n]);
  });

  test('the results of products, quotients and roots satisfy their equations', () => {
    for (let i = 0; i < 50; i++) {
      const [a, b] = [limb(), limb() + 1n];
      const [high, low] = outputs('WideMul128', [a, b]) as unknown as [bigint, bigint];
      expect(high * LIMB + low).toBe(a * b);
      const [q, r] = outputs('DivMod', [a, b]) as unknown as [bigint, bigint];
      expect([q * b + r, r < b]).toEqual([a, true]);
      const [x, y] = outputs('LinearSplit', [a, b, 5n]) as unknown as [bigint, bigint];
      expect([x * b + y, x <= 5n]).toEqual([a, true]);
      const [root] = outputs('SquareRoot', [a]) as unknown as [bigint];
      expect(root * root <= a && (root + 1n) ** 2n > a).toBe(true);
      const [s0, s1, low2, high2, flag] = outputs('Uint256SquareRoot', [a, b]) as bigint[];
      const [value, sqrt, rest] = [a + b * LIMB, s0! + (s1! << 64n), low2! + high2! * LIMB];
      expect([sqrt * sqrt + rest, rest <= 2n * sqrt]).toEqual([value, true]);
      expect(flag).toBe(2n * sqrt - rest >= LIMB ? 1n : 0n);
    }
  });

  test('the results of wide divisions satisfy their equations', () => {
    for (let i = 0; i < 50; i++) {
      const [a0, a1, a2, a3, d0, d1] = [limb(), limb(), limb(), limb(), limb() + 1n, limb()];
      const small = outputs('Uint256DivMod', [a0, a1, d0, d1]) as bigint[];
      const divisor = d0 + d1 * LIMB;
      const join = (parts: bigint[]) => parts.reduceRight((sum, part) => sum * LIMB + part, 0n);
      expect(join(small.slice(0, 2)) * divisor + join(small.slice(2))).toBe(a0 + a1 * LIMB);
      const big = outputs('Uint512DivModByUint256', [a0, a1, a2, a3, d0, d1]) as bigint[];
      expect(join(big.slice(0, 4)) * divisor + join(big.slice(4))).toBe(join([a0, a1, a2, a3]));
      expect(join(big.slice(4)) < divisor).toBe(true);
    }
    expect(() => outputs('DivMod', [1n, 0n])).toThrow('attempt to divide by zero');
  });

  test('an inverse modulo n is found, or a proof that there is none', () => {
    for (let i = 0; i < 50; i++) {
      const [b0, b1, n0, n1] = [limb(), limb(), limb() + 2n, limb()];
      const [b, n] = [b0 + b1 * LIMB, n0 + n1 * LIMB];
      const [g0, g1, s0, s1, t0, t1] = outputs('U256InvModN', [b0, b1, n0, n1]) as bigint[];
      const [s, t] = [s0! + s1! * LIMB, t0! + t1! * LIMB];
      if (g0 === 0n) expect([mod(s * b, n), s * b - t * n]).toEqual([1n, 1n]);
      else {
        const g = g0! + g1! * LIMB;
        expect([s * g, t * g]).toEqual([b, n]);
        expect(g > 1n).toBe(true);
      }
    }
    expect(outputs('U256InvModN', [7n, 0n, 1n, 0n])).toEqual([1n, 0n, 7n, 0n, 1n, 0n]);
  });

  test('the square root of a felt, or of three times it, is the smaller one', () => {
    for (let i = 0; i < 8; i++) {
      const value = random.felt();
      const [root] = outputs('FieldSqrt', [value]) as unknown as [bigint];
      expect([value, mod(3n * value, P)]).toContain(mod(root * root, P));
      expect(root <= P / 2n).toBe(true);
    }
    const [x, y] = outputs('RandomEcPoint', []) as unknown as [bigint, bigint];
    expect(mod(y * y - x ** 3n - x, P)).toBe(
      3141592653589793238462643383279502884197169399375105820974944592307816406665n,
    );
  });
});

describe('field comparison', () => {
  test('the two short arcs are written in parts and the long one is excluded', () => {
    for (let i = 0; i < 20; i++) {
      const host = hostWith([pointer(2, 0)], ['range_check']);
      const [x, y] = [random.felt(), random.felt()];
      const [a, b] = x < y ? [x, y] : [y, x];
      outputs('AssertLeFindSmallArcs', [{ Deref: cell(0) }, a, b], host);
      const arcs = [a, b - a, P - 1n - b];
      const sorted = arcs.toSorted((p, q) => (p < q ? -1 : 1));
      const parts = [0, 1, 2, 3].map((j) => host.get(pointer(2, j)) as bigint);
      const third = 3544607988759775765608368578435044694n;
      const half = 5316911983139663648412552867652567041n;
      expect([parts[0]! + parts[1]! * third, parts[2]! + parts[3]! * half]).toEqual(sorted.slice(0, 2));
      const excluded = arcs.indexOf(sorted[2]!);
      expect(outputs('AssertLeIsFirstArcExcluded', [], host)).toEqual([excluded === 0 ? 0n : 1n]);
      expect(outputs('AssertLeIsSecondArcExcluded', [], hostOf(host))).toEqual([excluded === 1 ? 0n : 1n]);
    }
  });
  // The same excluded arc, with a new cell for the output.
  const hostOf = (host: ReturnType<typeof hostWith>) => {
    const fresh = hostWith();
    fresh.scope.excludedArc = host.scope.excludedArc;
    return fresh;
  };
});

describe('memory', () => {
  test('segments and objects of constant size are allocated', () => {
    const host = hostWith();
    const [first] = outputs('AllocSegment', [], host);
    expect(first).toBe(pointer(2, 0));
    const other = hostWith();
    expect(outputs('AllocConstantSize', [3n], other)).toEqual([pointer(2, 0)]);
    other.start(pointer(0, 0), at(1), pointer(0, 0));
    const hint = decodeHint({ AllocConstantSize: { size: immediate(2n), dst: cell(OUT) } });
    if (hint.kind === 'core') hint.run(other);
    expect(other.get(at(OUT + 1))).toBe(pointer(2, 3));
  });

  test('printed felts are collected', () => {
    const host = hostWith([pointer(1, 2), pointer(1, 4), felt(7), felt(8)]);
    const shown: Felt[][] = [];
    Object.defineProperty(host, 'print', { value: (felts: readonly Felt[]) => void shown.push([...felts]) });
    outputs('DebugPrint', [{ Deref: cell(0) }, { Deref: cell(1) }], host);
    expect(shown).toEqual([[7n, 8n]]);
  });
});

describe('dictionaries', () => {
  test('entries store values, and squashing visits keys and accesses in order', () => {
    const host = hostWith([], ['segment_arena', 'range_check']);
    const infos = host.addSegment();
    [pointer(infos, 0), felt(0), felt(0)].forEach((value, i) => void host.set(pointer(2, i), value));
    host.set(at(0), pointer(2, 3));
    outputs('AllocFelt252Dict', [{ Deref: cell(0) }], host);
    const dict = host.get(pointer(infos, 0)) as ReturnType<typeof pointer>;
    const accesses: [bigint, bigint][] = [
      [5n, 1n],
      [3n, 2n],
      [5n, 4n],
      [2n ** 130n, 9n],
      [5n, 6n],
    ];
    accesses.forEach(([key, value], i) => {
      const entry = (dict + 3 * i) as typeof dict;
      host.set(entry, felt(key));
      host.set(at(10 + i), entry);
      outputs('Felt252DictEntryInit', [{ Deref: cell(10 + i) }, key], host);
      host.set(at(20 + i), (entry + 3) as typeof dict);
      outputs('Felt252DictEntryUpdate', [{ Deref: cell(20 + i) }, value], host);
    });
    expect(accesses.map((_, i) => host.get((dict + 3 * i + 1) as typeof dict))).toEqual([0n, 0n, 1n, 0n, 4n]);
    expect(outputs('GetSegmentArenaIndex', [{ Deref: cell(20) }], host)).toEqual([0n]);

    host.set(at(40), dict);
    // Outputs of squash hints are collected instead of written, so that one frame is enough for all of them.
    const read = (name: CoreHintName, ins: readonly unknown[] = []) => {
      const fresh = Object.create(host) as typeof host;
      const outs: Cell[] = [];
      Object.defineProperty(fresh, 'set', { value: (_: unknown, value: Cell) => void outs.push(value) });
      Object.defineProperties(fresh, {
        ap: { value: host.ap },
        fp: { value: host.fp },
        scope: { value: host.scope },
        get: { value: (address: typeof dict) => host.get(address) },
      });
      const named = HINT_FIELDS[name];
      const fields = Object.fromEntries([
        ...named.ins.map((field, i) => [field, typeof ins[i] === 'bigint' ? immediate(ins[i]) : ins[i]]),
        ...named.outs.map((field, i) => [field, cell(OUT + i)]),
      ]);
      const hint = decodeHint({ [name]: fields });
      if (hint.kind === 'core') hint.run(fresh);
      return outs;
    };
    expect(read('InitSquashData', [{ Deref: cell(40) }, 15n, 5n])).toEqual([1n, 3n]);
    expect(read('ShouldSkipSquashLoop')).toEqual([1n]);
    expect(read('GetNextDictKey')).toEqual([5n]);
    expect(read('GetCurrentAccessIndex', [{ Deref: cell(40) }])).toEqual([0n]);
    expect(read('ShouldSkipSquashLoop')).toEqual([0n]);
    expect(read('GetCurrentAccessDelta')).toEqual([1n]);
    expect(read('ShouldContinueSquashLoop')).toEqual([1n]);
    expect(read('GetCurrentAccessDelta')).toEqual([1n]);
    expect(read('ShouldContinueSquashLoop')).toEqual([0n]);
    expect(read('GetNextDictKey')).toEqual([2n ** 130n]);
  });
});

describe('circuits', () => {
  test('gates are filled in the order their inputs allow, and instances written', () => {
    const host = hostWith([], ['add_mod', 'mul_mod']);
    const [values, addOffsets, mulOffsets] = [host.addSegment(), host.addSegment(), host.addSegment()];
    const p = 101n;
    // v0 = 7, v1 = 9; v2 = v0 + v1; v3 = v2 * v0; v4 * v3 = 1; v5 = v6 - v1 with v6 = v3.
    const writeValue = (index: number, value: bigint) =>
      [value, 0n, 0n, 0n].forEach((word, i) => void host.set(pointer(values, 4 * index + i), felt(word)));
    writeValue(0, 7n);
    writeValue(1, 9n);
    writeValue(9, 1n);
    const gate = (segment: number, index: number, slots: number[]) =>
      slots.forEach((slot, i) => void host.set(pointer(segment, 3 * index + i), felt(4 * slot)));
    gate(addOffsets, 0, [0, 1, 2]);
    gate(addOffsets, 1, [5, 1, 3]);
    gate(mulOffsets, 0, [2, 0, 3]);
    gate(mulOffsets, 1, [4, 3, 9]);
    [felt(p), felt(0), felt(0), felt(0), pointer(values, 0), pointer(mulOffsets, 0)].forEach(
      (value, i) => void host.set(pointer(3, i), value),
    );
    host.set(pointer(2, 5), pointer(addOffsets, 0));
    host.set(at(0), pointer(2, 0));
    host.set(at(1), pointer(3, 0));
    outputs('EvalCircuit', [2n, { Deref: cell(0) }, 2n, { Deref: cell(1) }], host);
    const value = (index: number) => host.get(pointer(values, 4 * index)) as bigint;
    expect([value(2), value(3), (value(4) * value(3)) % p, value(5)]).toEqual([16n, 11n, 1n, 2n]);
    expect([host.segmentSize(2), host.segmentSize(3)]).toEqual([14, 14]);
    expect([host.get(pointer(2, 6)), host.get(pointer(3, 13))]).toEqual([2n, 1n]);
  });
});

describe('the published JSON format', () => {
  test('the error for a forbidden hint names it', () => {
    const cheat = { Cheatcode: { selector: '0x1', input_start: {}, input_end: {}, output_start: {}, output_end: {} } };
    expect(() => decodeHint(cheat)).toThrow('The hint Cheatcode is not one that a contract may contain.');
    expect(() => decodeHint({ AddMarker: {} })).toThrow('AddMarker');
    expect(() => decodeHint('hasOwnProperty')).toThrow('hasOwnProperty');
    expect(() => decodeHint({ TestLessThan: { lhs: {}, rhs: {}, dst: {} } })).toThrow('Malformed hint');
  });

  test('operands are cells, dereferenced pointers, numbers and sums', () => {
    const host = () => hostWith([felt(6), pointer(1, 0)]);
    const read = (operand: unknown) => outputs('SquareRoot', [operand], host())[0];
    expect(read({ DoubleDeref: [cell(1), 0] })).toBe(2n);
    expect(read({ BinOp: { op: 'Add', a: cell(0), b: { Immediate: '0x3' } } })).toBe(3n);
    expect(read({ BinOp: { op: 'Mul', a: cell(0), b: { Deref: cell(0) } } })).toBe(6n);
    expect(read({ BinOp: { op: 'Add', a: cell(0), b: { Immediate: '-0x2' } } })).toBe(2n);
    expect(() => read({ Deref: cell(50) })).toThrow('Unknown memory cell at address 1:50');
    expect(() => read({ Deref: cell(1) })).toThrow('Expected integer at address 1:1');
  });
});
