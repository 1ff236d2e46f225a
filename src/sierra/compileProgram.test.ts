import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../test/support/collectGarbage.ts';
import { parseProgram } from '../../test/support/sierraText/parseProgram.ts';
import { compileProgram, type ProgramOptions, programLines } from './compileProgram.ts';

const compile = (text: string, options: ProgramOptions = {}) => compileProgram(parseProgram(text), options);

const HEAD = `
type felt252 = felt252;
type NonZeroFelt = NonZero<felt252>;
type RangeCheck = RangeCheck;
type GasBuiltin = GasBuiltin;
libfunc felt252_is_zero = felt252_is_zero;
libfunc felt252_sub = felt252_sub;
libfunc one = felt252_const<1>;
libfunc drop = drop<felt252>;
libfunc drop_nz = drop<NonZeroFelt>;
libfunc dup = dup<felt252>;
libfunc store = store_temp<felt252>;
libfunc store_rc = store_temp<RangeCheck>;
libfunc store_gas = store_temp<GasBuiltin>;
libfunc branch_align = branch_align;
libfunc withdraw_gas = withdraw_gas;
libfunc jump = jump;
`;

describe('a program', () => {
  test('is compiled to assembly, with a difference written as a sum', () => {
    const text = `${HEAD}
      felt252_sub([0], [1]) -> ([2]);
      store([2]) -> ([2]);
      return([2]);
      f@0([0]: felt252, [1]: felt252) -> (felt252);`;
    expect(programLines(compile(text))).toEqual(['[fp + -4] = [ap + 0] + [fp + -3], ap++;', 'ret;']);
  });

  test.each([1, 4])('verifies a guarantee about %i limbs with one range check', (limbs) => {
    const text = `
      type RangeCheck96 = RangeCheck96;
      type Guarantee = U96LimbsLtGuarantee<${limbs}>;
      libfunc store_rc = store_temp<RangeCheck96>;
      libfunc verify = u96_limbs_less_than_guarantee_verify_v2<${limbs}>;
      verify([0], [1]) -> ([2]);
      store_rc([2]) -> ([2]);
      return([2]);
      f@0([0]: RangeCheck96, [1]: Guarantee) -> (RangeCheck96);`;
    const compiled = compile(text);
    const lines = programLines(compiled);
    expect(lines.filter((line) => line.includes('if'))).toHaveLength(limbs);
    expect(lines.filter((line) => line.includes('[[fp'))).toHaveLength(limbs);
    // The longest path: a subtraction and a jump for each limb, the range check, and the store.
    expect(compiled.metadata.gas.functions).toEqual([100 * (2 * limbs + 2) + 56]);
    expect(compiled.metadata.ap.functions).toEqual([limbs + 1]);
  });

  test('is refused if a function begins inside another one', () => {
    const text = `${HEAD}
      store([0]) -> ([0]);
      return([0]);
      f@0([0]: felt252) -> (felt252);
      g@1([0]: felt252) -> (felt252);`;
    expect(() => compile(text)).toThrow('Attempted to merge branches with different bases to align');
  });

  test('aligns shorter branches with the longest where ap must be the same', () => {
    const text = `${HEAD}
      felt252_is_zero([0]) { fallthrough() NotZero([1]) };
      branch_align() -> ();
      one() -> ([2]);
      store([2]) -> ([2]);
      dup([2]) -> ([2], [3]);
      store([3]) -> ([3]);
      drop([2]) -> ();
      return([3]);
      NotZero:
      branch_align() -> ();
      drop_nz([1]) -> ();
      one() -> ([2]);
      store([2]) -> ([2]);
      return([2]);
      f@0([0]: felt252) -> (felt252);`;
    const compiled = compile(text);
    expect(programLines(compiled)).toEqual([
      'jmp rel 6 if [fp + -3] != 0;',
      '[ap + 0] = 1, ap++;',
      '[ap + 0] = [ap + -1], ap++;',
      'ret;',
      'ap += 1;',
      '[ap + 0] = 1, ap++;',
      'ret;',
    ]);
    expect(compiled.metadata.ap.functions).toEqual([2]);
    // Both paths take three steps; the aligned one also leaves a hole in memory.
    expect(compiled.metadata.gas.functions).toEqual([310]);
  });

  test('withdraws the cost of the path to the next withdrawal', () => {
    const text = `${HEAD}
      Loop:
      withdraw_gas([0], [1]) { fallthrough([2], [3]) Failure([4], [5]) };
      branch_align() -> ();
      store_rc([2]) -> ([2]);
      store_gas([3]) -> ([3]);
      return([2], [3]);
      Failure:
      branch_align() -> ();
      store_rc([4]) -> ([4]);
      store_gas([5]) -> ([5]);
      return([4], [5]);
      f@0([0]: RangeCheck, [1]: GasBuiltin) -> (RangeCheck, GasBuiltin);`;
    const compiled = compile(text);
    expect(compiled.code.hints[0]).toEqual([
      0,
      [
        {
          TestLessThanOrEqual: {
            lhs: { Immediate: '0x0' },
            rhs: { Deref: { register: 'FP', offset: -3 } },
            dst: { register: 'AP', offset: 0 },
          },
        },
      ],
    ]);
    expect(compile(text, { enforcedCosts: new Map([[0, 10_000]]) }).metadata.gas.functions).toEqual([10_000]);
  });

  test.each([
    ['a variable that does not exist', 'return([7]);', '#0: [7] is undefined.'],
    ['a variable that is not used', 'return();', '[0] is dangling at #0.'],
    ['a result in the wrong place', 'return([0]);', '#0: Return arguments are not on the stack.'],
    [
      'an unreachable statement',
      'store([0]) -> ([0]);\n return([0]);\n return([0]);',
      'MissingAnnotationsForStatement',
    ],
    ['a loop that withdraws nothing', 'jump() { 0() };', 'found an unexpected cycle during cost computation'],
    ['a jump to nowhere', 'jump() { 77() };', '#0: Jump out of range'],
  ])('is refused for %s', (_, body, message) => {
    expect(() => compile(`${HEAD}\n${body}\n f@0([0]: felt252) -> (felt252);`)).toThrow(message);
  });

  test('may use cheatcodes, if the list allows them', () => {
    const compiled = compile(`
      type felt252 = felt252;
      type Array = Array<felt252>;
      type Snapshot = Snapshot<Array>;
      type Span = Struct<ut@core::array::Span::<core::felt252>, Snapshot>;
      libfunc cheat = cheatcode<77>;
      libfunc store = store_temp<Span>;
      cheat([0]) -> ([1]);
      return([1]);
      f@0([0]: Span) -> (Span);`);
    expect(programLines(compiled)).toEqual(['ap += 2;', 'ret;']);
    const cell = (register: string, offset: number) => ({ register, offset });
    const fields = {
      selector: '0x4d',
      input_start: { Deref: cell('FP', -4) },
      input_end: { Deref: cell('FP', -3) },
      output_start: cell('AP', 0),
      output_end: cell('AP', 1),
    };
    // The order of the fields is part of the published format.
    expect(JSON.stringify(compiled.code.hints)).toBe(JSON.stringify([[0, [{ Cheatcode: fields }]]]));
  });

  test('is refused when its code is too large, before all of it is written', () => {
    const text = `${HEAD} ${'one() -> ([1]);\nstore([1]) -> ([1]);\ndrop([1]) -> ();\n'.repeat(50)}
      store([0]) -> ([0]);
      return([0]);
      f@0([0]: felt252) -> (felt252);`;
    expect(() => compile(text, { maxSize: 40 })).toThrow('Code size limit exceeded.');
    expect(compile(text, { maxSize: 102 }).layout.size).toBe(102);
  });

  test('is refused when it moves too many cells, even without code', () => {
    const wide = Array.from({ length: 14 }, (_, i) => [
      `type T${i + 1} = Struct<ut@Tuple, T${i}, T${i}>;`,
      `libfunc pair${i} = struct_construct<T${i + 1}>;`,
      `libfunc dup${i + 1} = dup<T${i + 1}>;`,
    ]).flat();
    const grow = Array.from({ length: 14 }, (_, i) => [
      `dup${i}([${i}]) -> ([${i}], [100]);`,
      `pair${i}([${i}], [100]) -> ([${i + 1}]);`,
    ]).flat();
    const copies = Array.from({ length: 600 }, (_, i) => [
      `dup13([13]) -> ([13], [${1000 + i}]);`,
      `dup13([13]) -> ([13], [100]);`,
      `dup13([13]) -> ([13], [101]);`,
      `pair13([100], [101]) -> ([${2000 + i}]);`,
    ]).flat();
    const text = `type T0 = felt252;\n${wide.join('\n')}\nlibfunc dup0 = dup<T0>;\n${grow.slice(0, 26).join('\n')}
      ${copies.join('\n')}\n return();\n f@0([0]: T0) -> ();`;
    expect(() => compile(text)).toThrow('The program moves too many cells.');
  });

  test('takes little memory for large libfuncs that it does not use', () => {
    const wide = Array.from({ length: 14 }, (_, i) => `type T${i + 1} = Struct<ut@Tuple, T${i}, T${i}>;`);
    const variants = 1500;
    const init = Array.from({ length: variants }, (_, i) => `libfunc init${i} = enum_init<E, ${i}>;`);
    const text = `type T0 = felt252;\n${wide.join('\n')}\ntype E = Enum<ut@E, ${'T0, '.repeat(variants)}T14>;
      ${init.join('\n')}\n libfunc drop = drop<T0>;\n drop([0]) -> ();\n return();\n f@0([0]: T0) -> ();`;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const { specialized } = compile(text);
    collectGarbage();
    expect(specialized.libfuncs).toHaveLength(variants + 1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 * 2 ** 20);
  });

  test('may keep thousands of variables alive across as many branches', () => {
    const COUNT = 2000;
    const numbers = Array.from({ length: COUNT }, (_, i) => i);
    const text = `${HEAD}
      ${numbers
        .map(
          (i) => `
      dup([${i}]) -> ([${i}], [${COUNT}]);
      felt252_is_zero([${COUNT}]) { fallthrough() N${i}([${COUNT}]) };
      branch_align() -> ();
      jump() { M${i}() };
      N${i}:
      branch_align() -> ();
      drop_nz([${COUNT}]) -> ();
      M${i}:`,
        )
        .join('')}
      ${numbers.map((i) => `drop([${i}]) -> ();`).join('\n')}
      return();
      f@0(${numbers.map((i) => `[${i}]: felt252`).join(', ')}) -> ();`;
    expect(programLines(compile(text)).length).toBeGreaterThan(2 * COUNT);
  });
});
