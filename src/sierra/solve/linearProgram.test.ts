import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { finish } from '../../async/steps.ts';
import type { Expression } from './expression.ts';
import { solveByRanks } from './linearProgram.ts';
import { SolveBudget } from './solveBudget.ts';

const equation = (constant: number, ...terms: [number, number][]): Expression => ({
  constant,
  variables: terms.map(([variable]) => variable),
  coefficients: terms.map(([, coefficient]) => coefficient),
});

const solved = (equations: readonly Expression[], ranks: readonly (readonly number[])[]) =>
  finish(solveByRanks(equations, ranks, new SolveBudget()));

test('ranks are minimised one after the other, and later ones do not change earlier results', () => {
  // x + y = 10, z = y + 3: first minimise x, then z.
  const equations = [equation(-10, [0, 1], [1, 1]), equation(3, [1, 1], [2, -1])];
  expect(solved(equations, [[0], [2]])).toEqual(
    new Map([
      [0, 0],
      [1, 10],
      [2, 13],
    ]),
  );
  expect(solved(equations, [[2], [0]])).toEqual(
    new Map([
      [2, 3],
      [0, 10],
      [1, 0],
    ]),
  );
});

test('equations without a non-negative solution have no result', () => {
  expect(solved([equation(1, [0, 1])], [[0]])).toBeUndefined();
  expect(solved([equation(1)], [[]])).toBeUndefined();
  expect(solved([equation(-1, [0, 1], [1, 1]), equation(2, [0, 1], [1, 1])], [[0]])).toBeUndefined();
});

test('a solution satisfies every equation and no known solution is smaller', () => {
  // Differences of unknowns, each with a slack variable, as programs produce them. Optima are integers.
  const size = 8;
  const unknown = fc.nat(size - 1);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(unknown, unknown, fc.integer({ min: -20, max: 20 })), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(50), { minLength: size, maxLength: size }),
      fc.uniqueArray(unknown),
      (differences, point, targets) => {
        const known = [...point];
        const equations = differences
          .filter(([a, b]) => a !== b)
          .map(([a, b, gap], i) => {
            const slack = point[a]! - point[b]! - gap;
            known[size + i] = Math.abs(slack);
            return equation(-gap, [a, 1], [b, -1], [size + i, slack < 0 ? 1 : -1]);
          });
        const used = new Set(equations.flatMap(({ variables }) => variables));
        const rank = targets.filter((variable) => used.has(variable));
        const solution = solved(equations, [rank])!;
        for (const { constant, variables, coefficients } of equations) {
          let sum = constant;
          variables.forEach((variable, k) => {
            sum += coefficients[k]! * (solution.get(variable) ?? 0);
          });
          expect(sum).toBe(0);
        }
        for (const value of solution.values()) expect(value).toBeGreaterThanOrEqual(0);
        const total = (values: (variable: number) => number) =>
          rank.reduce((sum, variable) => sum + values(variable), 0);
        expect(total((variable) => solution.get(variable)!)).toBeLessThanOrEqual(total((variable) => known[variable]!));
      },
    ),
    { numRuns: 500 },
  );
});

test('of several optima the one of the variable that appears first is found', () => {
  // x + y = 5 with the variables in either order.
  expect(solved([equation(-5, [0, 1], [1, 1])], [[0, 1]])).toEqual(
    new Map([
      [0, 5],
      [1, 0],
    ]),
  );
  expect(solved([equation(-5, [1, 1], [0, 1])], [[0, 1]])).toEqual(
    new Map([
      [1, 5],
      [0, 0],
    ]),
  );
});
