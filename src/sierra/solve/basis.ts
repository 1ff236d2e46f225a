import type { Steps } from '../../async/steps.ts';
import { entriesOf, type Factors, factorize, type Matrix, solveWith, transposedFactors, Workspace } from './factors.ts';
import type { SolveBudget } from './solveBudget.ts';
import { SparseColumns, type SparseVector } from './sparse.ts';

/**
 * The basis of a simplex method: a matrix that can be solved, of which one column at a time is replaced. Replaced columns are kept beside
 * the factors (the product form of the inverse), until they have as many entries and the matrix is factored again.
 */
export class Basis {
  readonly #matrix: Matrix;
  readonly #work: Workspace;
  readonly #budget: SolveBudget;
  #factors: Factors;
  #transposed: Factors;
  /** For each replaced column: where it is, and what it does. */
  readonly #replaced: number[] = [];
  readonly #changes = new SparseColumns();

  private constructor(matrix: Matrix, work: Workspace, budget: SolveBudget, factors: Factors) {
    this.#matrix = matrix;
    this.#work = work;
    this.#budget = budget;
    this.#factors = factors;
    this.#transposed = transposedFactors(factors);
  }

  /** `matrix` is read again whenever it is factored. Returns undefined if it is singular. */
  static *of(matrix: Matrix, budget: SolveBudget): Steps<Basis | undefined> {
    const work = new Workspace(matrix.size);
    const factors = yield* factorize(matrix, work, budget);
    return factors && new Basis(matrix, work, budget, factors);
  }

  /** Solves the system for a right side, and writes the solution over it. */
  solve(side: SparseVector): void {
    let work = solveWith(this.#factors, side, this.#work);
    const { start, rows, values } = this.#changes;
    for (let k = 0; k < this.#replaced.length; k++) {
      const factor = side.values[this.#replaced[k]!]!;
      const end = start[k + 1]!;
      for (let e = start[k]!; e < end; e++) side.add(rows[e]!, -(factor * values[e]!));
      work += end - start[k]!;
    }
    this.#budget.spend(work);
  }

  /** Solves the transposed system for a right side, and writes the solution over it. */
  solveTransposed(side: SparseVector): void {
    const { start, rows, values, entries } = this.#changes;
    for (let k = this.#replaced.length - 1; k >= 0; k--) {
      let sum = 0;
      const end = start[k + 1]!;
      for (let e = start[k]!; e < end; e++) sum += values[e]! * side.values[rows[e]!]!;
      side.add(this.#replaced[k]!, -sum);
    }
    this.#budget.spend(entries + solveWith(this.#transposed, side, this.#work));
  }

  /** Replaces a column, after the caller changed the matrix. `solution` is that of the new column. Returns false if it is singular now. */
  *replace(column: number, solution: SparseVector, pivot: number): Steps<boolean> {
    if (this.#changes.entries < entriesOf(this.#factors)) {
      for (let k = 0; k < solution.count; k++) {
        const row = solution.indices[k]!;
        this.#changes.push(row, row === column ? 1 - 1 / pivot : solution.values[row]! / pivot);
      }
      this.#changes.endColumn();
      this.#replaced.push(column);
      return true;
    }
    this.#changes.clear();
    this.#replaced.length = 0;
    const factors = yield* factorize(this.#matrix, this.#work, this.#budget);
    if (!factors) return false;
    this.#factors = factors;
    this.#transposed = transposedFactors(factors);
    return true;
  }
}
