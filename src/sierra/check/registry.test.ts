import { expect, test } from 'vitest';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import { P } from '../../felt/felt.ts';
import { jumpsOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { checkRegistry } from './registry.ts';

const check = (text: string) => checkRegistry(parseProgram(text.replaceAll('; ', ';\n')));

test('a struct and an enum take their flags from their parts', () => {
  const { types } = check(`
    type felt252 = felt252 [storable: true, drop: true, dup: true, zero_sized: false];
    type Unit = Struct<ut@Tuple> [storable: true, drop: true, dup: true, zero_sized: true];
    type Array = Array<felt252> [storable: true, drop: true, dup: false, zero_sized: false];
    type Pair = Struct<ut@Tuple, Array, Unit> [storable: true, drop: true, dup: false, zero_sized: false];
    type RangeCheck = RangeCheck;
    type Either = Enum<ut@Either, Unit, RangeCheck>;
  `);
  expect(types.info(3)).toMatchObject({ duplicatable: false, zeroSized: false });
  expect(types.info(5)).toEqual({ storable: true, droppable: false, duplicatable: false, zeroSized: false });
});

const refused: readonly [string, string][] = [
  ['type felt252 = felt252 [storable: true, drop: false, dup: true, zero_sized: false];', 'info declaration mismatch'],
  ['type a = felt252; type b = felt252;', 'Declared concrete type `b` twice'],
  ['type a = Nope;', 'specialization of `a`'],
  ['type a = felt252; libfunc f = felt252_sqrt;', 'Could not find the requested extension: felt252_sqrt'],
  ['type felt252 = felt252; libfunc f = felt252_add<felt252>;', 'different number of generic arguments'],
  ['type felt252 = felt252; libfunc f = felt252_is_zero;', 'was not specialized with such arguments'],
  ['type u8 = u8; libfunc f = u8_const<256>;', 'argument is unsupported'],
  ['type R = RangeCheck; libfunc d = dup<R>;', 'argument is unsupported'],
  [
    'type Unit = Struct<ut@Tuple>; type E = Enum<ut@E, Unit>; libfunc i = enum_init<E, 1>;',
    'out of the relevant range',
  ],
  ['libfunc f = function_call<user@nope>; return(); main@0() -> ();', 'Could not find the requested function'],
  ['type a = BoundedInt<3, 2>;', 'specialization of `a`'],
  ['type a = U96LimbsLtGuarantee<5>;', 'specialization of `a`'],
  ['type a = U96LimbsLtGuarantee<0>;', 'specialization of `a`'],
  [`type felt252 = felt252; libfunc f = felt252_div_const<${2n * P}>;`, 'argument is unsupported'],
  ['type unit = Struct<ut@Tuple>; type E = Enum<ut@E, unit>; type D = Felt252Dict<E>;', 'specialization of `D`'],
  [
    'type unit = Struct<ut@Tuple>; type P = Struct<ut@P, unit>; type E = Enum<ut@E, P, P>; type D = Felt252Dict<E>;',
    'specialization of `D`',
  ],
  ['libfunc jump = jump; jump() { 7() }; main@0() -> ();', '#0: Jump out of range'],
  ['libfunc jump = jump; jump() -> (); return(); main@0() -> ();', 'branch #0 target mismatch'],
  [
    'type felt252 = felt252; type N = NonZero<felt252>; libfunc z = felt252_is_zero; z([0]) { fallthrough() 1([1]) }; return(); main@0([0]: felt252) -> ();',
    'Jump to the same statement #1',
  ],
];

test.each(refused)('%s is refused', (text, message) => {
  expect(() => check(text)).toThrow(SierraError);
  expect(() => check(text)).toThrow(message);
});

test('a dictionary may hold enums with two variants without data', () => {
  const { types } = check(`
    type unit = Struct<ut@Tuple> [storable: true, drop: true, dup: true, zero_sized: true];
    type bool = Enum<ut@core::bool, unit, unit> [storable: true, drop: true, dup: true, zero_sized: false];
    type D = Felt252Dict<bool> [storable: true, drop: false, dup: false, zero_sized: false];
  `);
  expect(types.info(2).storable).toBe(true);
});

test('a circuit that contains itself is refused', () => {
  const info = '[storable: false, drop: false, dup: false, zero_sized: true]';
  expect(() =>
    check(`
      type A = AddModGate<B, B> ${info};
      type B = AddModGate<A, A> ${info};
      type T = Struct<ut@Tuple, A> ${info};
      type C = Circuit<T> ${info};
    `),
  ).toThrow(/`C`/);
});

test('the check also collects jumps and used libfuncs', () => {
  const program = parseProgram(`type felt252 = felt252;
    type NonZero = NonZero<felt252>;
    libfunc unused = felt252_add;
    libfunc drop = drop<NonZero>;
    libfunc is_zero = felt252_is_zero;
    libfunc align = branch_align;
    libfunc jump = jump;
    is_zero([0]) { fallthrough() 3([1]) };
    align() -> ();
    jump() { 5() };
    align() -> ();
    drop([1]) -> ();
    return();
    f@0([0]: felt252) -> ();`);
  const { jumps, usedLibfuncs, isLoopHeader } = checkRegistry(program);
  expect(jumps).toEqual([0, 3, 2, 5]);
  expect(jumps).toEqual(jumpsOf(program));
  expect([...usedLibfuncs].sort()).toEqual([1, 2, 3, 4]);
  expect([...isLoopHeader]).toEqual([0, 0, 0, 0, 0, 0]);
});
