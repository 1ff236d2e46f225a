import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { finish } from '../../async/steps.ts';
import { combine, type Expression, solveByRanks } from './linearProgram.ts';

const equation = (constant: number, ...terms: [number, number][]): Expression => ({ constant, terms: new Map(terms) });

const solved = (...given: Parameters<typeof solveByRanks>) => finish(solveByRanks(...given));

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

test('expressions are added term by term, and zero terms are removed', () => {
  const sum = combine(equation(1, [0, 2], [1, 1]), equation(3, [0, 2], [2, 5]), -1);
  expect(sum).toEqual(equation(-2, [1, 1], [2, -5]));
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
        const used = new Set(equations.flatMap(({ terms }) => [...terms.keys()]));
        const rank = targets.filter((variable) => used.has(variable));
        const solution = solved(equations, [rank])!;
        for (const { constant, terms } of equations) {
          let sum = constant;
          for (const [variable, coefficient] of terms) sum += coefficient * (solution.get(variable) ?? 0);
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
