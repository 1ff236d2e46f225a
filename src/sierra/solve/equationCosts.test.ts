import { expect, test } from 'vitest';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import { compileProgram } from '../compileProgram.ts';
import { equationSolver } from './equationSolver.ts';

/** A function that asks `count` times whether a number is zero, and leaves at the first that is. */
function questions(count: number): string {
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

test('all ways through a function cost the same: what is short burns the rest', () => {
  const { metadata } = compileProgram(parseProgram(questions(3)), { solver: equationSolver });
  // Every question is a step.
  expect(metadata.gas.functions).toEqual([300]);
  expect([...metadata.gas.variables].filter((burned) => burned > 0)).toEqual([200, 100]);
});

test('an entry point has its fixed cost, whatever it needs', () => {
  const enforcedCosts = new Map([[0, 10_000]]);
  const { metadata } = compileProgram(parseProgram(questions(2)), { solver: equationSolver, enforcedCosts });
  expect(metadata.gas.functions).toEqual([10_000]);
});

test('a function that needs more than its fixed cost is refused', () => {
  const enforcedCosts = new Map([[0, 100]]);
  expect(() => compileProgram(parseProgram(questions(2)), { solver: equationSolver, enforcedCosts })).toThrow(
    'failed solving the symbol tables',
  );
});

test('equations that would fill the memory are refused', () => {
  expect(() => compileProgram(parseProgram(questions(6000)), { solver: equationSolver })).toThrow(
    'The gas equations of the program are too large',
  );
});
