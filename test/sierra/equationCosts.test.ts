import { expect, test } from 'vitest';
import { compileProgram, compileSteps } from '../../src/sierra/compileProgram.ts';
import { equationSolver } from '../../src/sierra/solve/equationSolver.ts';
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
    'The gas equations of the program are too large',
  );
});
