import { expect, test } from 'vitest';
import { compileProgram, compileSteps } from '../../src/sierra/compileProgram.ts';
import { equationSolver } from '../../src/sierra/solve/equationSolver.ts';
import { linearSolver } from '../../src/sierra/solve/linearSolver.ts';
import type { Solver } from '../../src/sierra/solve/solver.ts';
import { parseProgram } from '../support/sierraText/parseProgram.ts';

/** A function that checks `count` times whether a number is zero, and returns at the first zero. */
function zeroChecks(count: number): string {
  const lines = [
    'type felt252 = felt252;',
    'type NonZero = NonZero<felt252>;',
    'libfunc is_zero = felt252_is_zero;',
    'libfunc drop_nz = drop<NonZero>;',
    'libfunc dup = dup<felt252>;',
    'libfunc drop = drop<felt252>;',
    'libfunc align = branch_align;',
  ];
  for (let i = 0; i < count; i++)
    lines.push(
      'dup([0]) -> ([0], [1]);',
      `is_zero([1]) { fallthrough() no${i}([2]) };`,
      'align() -> ();',
      'drop([0]) -> ();',
      'return();',
      `no${i}:`,
      'align() -> ();',
      'drop_nz([2]) -> ();',
    );
  return [...lines, 'drop([0]) -> ();', 'return();', 'f@0([0]: felt252) -> ();'].join('\n');
}

test('all paths through a function cost the same, because shorter ones burn the difference', () => {
  const { metadata } = compileProgram(parseProgram(zeroChecks(3)), { solver: equationSolver });
  // Every check is one step.
  expect(metadata.gas.functions).toEqual([300]);
  expect([...metadata.gas.variables].filter((burned) => burned > 0)).toEqual([200, 100]);
});

test('an entry point has its fixed cost, even if it needs less', () => {
  const enforcedCosts = new Map([[0, 10_000]]);
  const { metadata } = compileProgram(parseProgram(zeroChecks(2)), { solver: equationSolver, enforcedCosts });
  expect(metadata.gas.functions).toEqual([10_000]);
});

test('a function that needs more than its fixed cost is refused', () => {
  const enforcedCosts = new Map([[0, 100]]);
  expect(() => compileProgram(parseProgram(zeroChecks(2)), { solver: equationSolver, enforcedCosts })).toThrow(
    'failed solving the symbol tables',
  );
});

test('large equations are solved in many steps', () => {
  let steps = 0;
  for (const solving = compileSteps(parseProgram(zeroChecks(300)), { solver: equationSolver }); !solving.next().done; )
    steps++;
  // Its 2,102 statements are lowered in nine steps.
  expect(steps).toBeGreaterThan(40);
});

test('equations that would fill the memory are refused', () => {
  expect(() => compileProgram(parseProgram(zeroChecks(6000)), { solver: equationSolver })).toThrow(
    'The equations for gas and ap of the program are too large',
  );
});

/**
 * A function of three paths. The first is two words shorter than the third, with which it merges, and can be aligned at either of two
 * places; the second does not merge.
 */
const TWO_PLACES = [
  'type felt252 = felt252;',
  'type NonZero = NonZero<felt252>;',
  'libfunc is_zero = felt252_is_zero;',
  'libfunc drop_nz = drop<NonZero>;',
  'libfunc drop = drop<felt252>;',
  'libfunc align = branch_align;',
  'libfunc one = felt252_const<1>;',
  'libfunc store = store_temp<felt252>;',
  'libfunc jump = jump;',
  'libfunc untrack = disable_ap_tracking;',
  'is_zero([0]) { fallthrough() long([2]) };',
  'align() -> ();',
  'is_zero([1]) { fallthrough() apart([3]) };',
  'align() -> ();',
  'jump() { joined() };',
  'apart:',
  'align() -> ();',
  'drop_nz([3]) -> ();',
  'untrack() -> ();',
  'return();',
  'long:',
  'align() -> ();',
  'drop_nz([2]) -> ();',
  'drop([1]) -> ();',
  'one() -> ([4]);',
  'store([4]) -> ([4]);',
  'drop([4]) -> ();',
  'one() -> ([5]);',
  'store([5]) -> ([5]);',
  'drop([5]) -> ();',
  'joined:',
  'untrack() -> ();',
  'return();',
  'f@0([0]: felt252, [1]: felt252) -> ();',
].join('\n');

/** The statements at which ap is aligned, with the words that are added. */
const alignments = (solver: Solver): unknown => {
  const { align } = compileProgram(parseProgram(TWO_PLACES), { solver }).metadata.ap;
  return Object.entries(align).filter(([, words]) => words > 0);
};

// Facts of the compilers 2.12 and 2.21 for this program, as Sierra 1.3 and as Sierra 1.4.
test('old programs align ap at the first of two places, newer ones at the last', () => {
  expect(alignments(equationSolver)).toEqual([['1', 2]]);
  expect(alignments(linearSolver)).toEqual([['3', 2]]);
});

const refused = (program: string) => {
  try {
    compileProgram(parseProgram(program), { solver: equationSolver });
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

test('an old program is refused if a statement comes before all that lead to it', () => {
  const lines = ['libfunc jump = jump;', 'libfunc align = branch_align;'];
  const backwards = [...lines, 'jump() { last() };', 'middle:', 'return();', 'last:', 'jump() { middle() };'];
  expect(refused([...backwards, 'f@0() -> ();'].join('\n'))).toBe(
    'got a statement out of order during ap change calculations',
  );
});

test('an old program is refused if two functions share their statements', () => {
  expect(refused(['return();', 'f@0() -> ();', 'g@0() -> ();'].join('\n'))).toBe(
    'Attempted to merge branches with different bases to align',
  );
});
