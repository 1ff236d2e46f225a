import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { finish } from '../../async/steps.ts';
import { Basis } from './basis.ts';
import { SolveBudget } from './solveBudget.ts';
import { SparseVector } from './sparse.ts';

/** A matrix of columns; zeros are not stored. */
class Columns {
  readonly #columns: number[][];
  rows = new Int32Array();
  values = new Float64Array();
  #start: number[] = [];

  constructor(columns: number[][]) {
    this.#columns = columns;
    this.#store();
  }

  get size(): number {
    return this.#columns.length;
  }
  first = (column: number) => this.#start[column]!;
  end = (column: number) => this.#start[column + 1]!;

  replace(at: number, column: number[]): void {
    this.#columns[at] = column;
    this.#store();
  }

  #store(): void {
    const entries = this.#columns.map((column) => column.flatMap((value, row) => (value === 0 ? [] : [[row, value]])));
    this.#start = [0];
    for (const column of entries) this.#start.push(this.#start.at(-1)! + column.length);
    this.rows = Int32Array.from(entries.flat(), ([row]) => row!);
    this.values = Float64Array.from(entries.flat(), ([, value]) => value!);
  }

  /** The matrix times a vector, or the transposed one. */
  times(vector: readonly number[], isTransposed: boolean): number[] {
    return this.#columns.map((_, i) =>
      this.#columns.reduce(
        (sum, column, c) => sum + (isTransposed ? this.#columns[i]![c]! : column[i]!) * vector[c]!,
        0,
      ),
    );
  }
}

const SIZE = 6;
const entry = fc.constantFrom<number>(0, 0, 0, 0, 1, -1, 2);
const column = fc.array(entry, { minLength: SIZE, maxLength: SIZE });

function vector(values: readonly number[]): SparseVector {
  const made = new SparseVector(values.length);
  values.forEach((value, i) => {
    if (value !== 0) made.set(i, value);
  });
  return made;
}

test('a basis solves both systems, also after columns were replaced', () => {
  let solvedCount = 0;
  fc.assert(
    fc.property(
      fc.array(column, { minLength: SIZE, maxLength: SIZE }),
      fc.array(fc.tuple(fc.nat(SIZE - 1), column), { maxLength: 12 }),
      column,
      (columns, replacements, side) => {
        // A strong diagonal, so that most matrices can be solved.
        const matrix = new Columns(columns.map((values, c) => values.with(c, values[c]! + 3)));
        const basis = finish(Basis.of(matrix, new SolveBudget()));
        if (!basis) return;
        const check = () => {
          for (const isTransposed of [false, true]) {
            const solution = vector(side);
            if (isTransposed) basis.solveTransposed(solution);
            else basis.solve(solution);
            for (const [i, value] of matrix.times([...solution.values], isTransposed).entries())
              expect(value).toBeCloseTo(side[i]!, 6);
            solvedCount++;
          }
        };
        check();
        for (const [at, values] of replacements) {
          const changed = values.with(at, values[at]! + 3);
          const solution = vector(changed);
          basis.solve(solution);
          const pivot = solution.values[at]!;
          if (Math.abs(pivot) < 0.1) continue;
          matrix.replace(at, changed);
          if (!finish(basis.replace(at, solution, pivot))) return;
          check();
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(solvedCount).toBeGreaterThan(1000);
});

test('a singular matrix has no basis', () => {
  const matrix = new Columns([
    [1, 2],
    [2, 4],
  ]);
  expect(finish(Basis.of(matrix, new SolveBudget()))).toBeUndefined();
});
