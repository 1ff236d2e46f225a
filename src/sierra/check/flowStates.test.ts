import { expect, test } from 'vitest';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import { compileProgram } from '../compileProgram.ts';
import { SierraError } from '../sierraError.ts';
import { linearSolver } from '../solve/linearSolver.ts';
import type { Solver } from '../solve/solver.ts';

const DECLARATIONS = `
  type felt252 = felt252;
  type u8 = u8;
  type NonZero = NonZero<felt252>;
  type Uninitialized = Uninitialized<felt252>;
  type Odd = Struct<ut@Odd, Uninitialized>;
  libfunc zero = felt252_const<0>;
  libfunc one = felt252_const<1>;
  libfunc small = u8_const<1>;
  libfunc add = felt252_add;
  libfunc dup = dup<felt252>;
  libfunc drop = drop<felt252>;
  libfunc drop_nz = drop<NonZero>;
  libfunc store = store_temp<felt252>;
  libfunc is_zero = felt252_is_zero;
  libfunc unwrap = unwrap_non_zero<felt252>;
  libfunc align = branch_align;
  libfunc jump = jump;
  libfunc enable = enable_ap_tracking;
  libfunc disable = disable_ap_tracking;
  libfunc alloc = alloc_local<felt252>;
  libfunc finalize = finalize_locals;
  libfunc store_local = store_local<felt252>;
  libfunc odd = struct_construct<Odd>;
  libfunc even = struct_deconstruct<Odd>;
`;
const compile = (text: string, gasUsageCheck = false) =>
  compileProgram(parseProgram(`${DECLARATIONS}${text}`), { gasUsageCheck });

test('two paths may merge when their states are the same', () => {
  compile(`
    is_zero([0]) { fallthrough() other([1]) };
    align() -> ();
    one() -> ([2]);
    store([2]) -> ([3]);
    jump() { end() };
    other:
    align() -> ();
    unwrap([1]) -> ([2]);
    store([2]) -> ([3]);
    end:
    return([3]);
    f@0([0]: felt252) -> (felt252);
  `);
});

const refused: readonly [string, string][] = [
  ['#0: [1] is undefined.', 'drop([1]) -> ();\nreturn();\nf@0([0]: felt252) -> ();'],
  ['#1: [0] is undefined.', 'drop([0]) -> ();\ndrop([0]) -> ();\nreturn();\nf@0([0]: felt252) -> ();'],
  ['#0->#1: [0] was overridden.', 'one() -> ([0]);\nreturn();\nf@0([0]: felt252) -> ();'],
  ['[0] is dangling at #0.', 'return();\nf@0([0]: felt252) -> ();'],
  ['#1: One of the arguments does not match', 'small() -> ([0]);\ndrop([0]) -> ();\nreturn();\nf@0() -> ();'],
  ['#0: Invalid function declaration.', 'return();\nf@0([0]: felt252, [0]: felt252) -> ();'],
  ['MissingAnnotationsForStatement', 'return();\nreturn();\nf@0() -> ();'],
  ['#0: Belongs to two different functions.', 'return();\nf@0() -> ();\ng@0() -> ();'],
  ['#0: Attempting to enable ap tracking when already enabled.', 'enable() -> ();\nreturn();\nf@0() -> ();'],
  [
    '#0->#1: Expected branch align',
    'is_zero([0]) { fallthrough() 2([0]) };\nreturn();\nreturn([0]);\nf@0([0]: felt252) -> ();',
  ],
  [
    '#7: Inconsistent references annotations: Variable [2] expression mismatch. Expected `[0]`, got `[1]`.',
    `is_zero([0]) { fallthrough() 4([1]) };
     align() -> ();
     zero() -> ([2]);
     jump() { 7() };
     align() -> ();
     drop_nz([1]) -> ();
     one() -> ([2]);
     store([2]) -> ([2]);
     return([2]);
     f@0([0]: felt252) -> (felt252);`,
  ],
  [
    '#6: Inconsistent references annotations: Variable count mismatch.',
    `is_zero([0]) { fallthrough() 4([1]) };
     align() -> ();
     zero() -> ([2]);
     jump() { 6() };
     align() -> ();
     drop_nz([1]) -> ();
     return();
     f@0([0]: felt252) -> ();`,
  ],
  [
    '#2: alloc_local is not allowed at this point.',
    'alloc() -> ([0]);\nfinalize() -> ();\nalloc() -> ([1]);\nreturn([0], [1]);\nf@0() -> ();',
  ],
  ['#2: Unknown type `Odd`.', 'alloc() -> ([0]);\nodd([0]) -> ([1]);\neven([1]) -> ([2]);\nreturn();\nf@0() -> ();'],
];

test.each(refused)('%s', (message, text) => {
  expect(() => compile(text)).toThrow(SierraError);
  expect(() => compile(text)).toThrow(message);
});

test('a cell too far below ap is refused, even if it is not used', () => {
  const far = Array.from({ length: 32_770 }, () => 'one() -> ([2]);\nstore([2]) -> ([2]);\ndrop([2]) -> ();').join(
    '\n',
  );
  const text = `one() -> ([1]);\nstore([1]) -> ([1]);\n${far}\ndrop([1]) -> ();\nreturn();\nf@0() -> ();`;
  expect(() => compile(text)).toThrow(/Got 'Offset overflow' error while moving \[1\] introduced at #1->#2 output #0/);
});

test('missing gas is reported', () => {
  // A function that costs gas and starts with an empty wallet, which only a wrong solution can cause.
  const program = parseProgram(
    `${DECLARATIONS}\none() -> ([0]);\nstore([0]) -> ([0]);\nreturn([0]);\nf@0() -> (felt252);`,
  );
  const free = { functions: [0], variables: [0, 0, 0] };
  const solver: Solver = {
    ...linearSolver,
    constCosts: function* () {
      yield;
      return free;
    },
  };
  expect(() => compileProgram(program, { solver })).toThrow(
    '#1->#2: Ran out of gas (Const) in the wallet, requested {Const: 100} causing state GasWallet::Value({Const: -100}).',
  );
});
