import type { Steps } from '../../async/steps.ts';
import { Basis } from './basis.ts';
import type { Expression } from './expression.ts';
import type { SolveBudget } from './solveBudget.ts';
import { SparseVector } from './sparse.ts';

const EPSILON = 1e-8;

/**
 * Solves `equations` (each equal to zero) over non-negative variables, and minimises the sum of the targets. Returns undefined if there is
 * no solution.
 *
 * Optima are not unique, and the network's code has those that the reference compiler's solver finds. So this is the same method (dual
 * simplex: the leaving row by steepest edge, the entering column by Harris' bound and then the largest pivot), and it also computes in the
 * same order, because the order decides between equal candidates. Costs are never negative, so the basis of slack variables is dual feasible
 * from the start and the primal method is not needed.
 */
export function* minimize(
  equations: readonly Expression[],
  targets: ReadonlySet<number>,
  budget: SolveBudget,
): Steps<ReadonlyMap<number, number> | undefined> {
  for (const { constant, variables } of equations) if (variables.length === 0 && constant !== 0) return undefined;
  const table = yield* Table.of(
    equations.filter(({ variables }) => variables.length > 0),
    budget,
  );
  const basis = yield* Basis.of(table.basisMatrix, budget);
  if (!basis) return undefined;
  const costs = Float64Array.from(table.variables, (variable) => (targets.has(variable) ? 1 : 0));
  const { height, width } = table;
  const edges = new Float64Array(height).fill(1);
  const inverseRow = new SparseVector(height);
  const side = new SparseVector(height);
  const row = new SparseVector(width);
  const column = new SparseVector(height);
  const maxPivots = 20 * (height + width) + 1000;
  for (let pivots = 0; ; pivots++) {
    const leaving = table.leavingRow(edges);
    if (leaving < 0) break;
    if (pivots === maxPivots) return undefined;
    inverseRow.clear();
    inverseRow.set(leaving, 1);
    basis.solveTransposed(inverseRow);
    budget.spend(height + table.readRow(inverseRow, row));
    if (budget.isPauseDue) yield;
    const entering = table.enteringColumn(leaving, row, costs);
    if (entering < 0) return undefined;
    const pivot = row.values[entering]!;
    table.readColumn(entering, column);
    basis.solve(column);
    table.moveValues(leaving, column, pivot);
    if (budget.isPauseDue) yield;
    side.clear();
    for (let k = 0; k < inverseRow.count; k++)
      side.set(inverseRow.indices[k]!, inverseRow.values[inverseRow.indices[k]!]!);
    basis.solve(side);
    updateEdges(edges, leaving, pivot, inverseRow.squares(), column, side);
    updateCosts(costs, entering, pivot, row);
    table.exchange(leaving, entering);
    if (!(yield* basis.replace(leaving, column, pivot))) return undefined;
    budget.spend(2 * (row.count + column.count));
    if (budget.isPauseDue) yield;
  }
  return table.solution();
}

/** The squared lengths of the edges after a pivot, by the rule of Forrest and Goldfarb. */
function updateEdges(
  edges: Float64Array,
  leaving: number,
  pivot: number,
  squares: number,
  column: SparseVector,
  side: SparseVector,
): void {
  const pivotSquare = pivot * pivot;
  for (let k = 0; k < column.count; k++) {
    const r = column.indices[k]!;
    const coefficient = column.values[r]!;
    if (r === leaving) edges[r] = squares / pivotSquare;
    else
      edges[r]! += (-2 * coefficient * side.values[r]!) / pivot + (squares * coefficient * coefficient) / pivotSquare;
  }
}

function updateCosts(costs: Float64Array, entering: number, pivot: number, row: SparseVector): void {
  const cost = costs[entering]! / pivot;
  for (let k = 0; k < row.count; k++) {
    const c = row.indices[k]!;
    if (c === entering) costs[c] = -cost;
    else costs[c]! -= cost * row.values[c]!;
  }
}

/**
 * The equations as a matrix, and which variables are in the basis. Variables are numbered anew in the order in which they appear; the slack
 * variable of each equation, which has to be zero, comes after them. Variables outside of the basis are zero.
 */
class Table {
  readonly height: number;
  readonly width: number;
  /** The variables of the equations by their new number. */
  readonly variables: readonly number[];
  /** The variable in each row of the basis, and its value. */
  readonly #basic: Int32Array;
  readonly #values: Float64Array;
  /** The variable in each column outside of the basis. */
  readonly #others: Int32Array;
  /** The column of each variable outside of the basis, -1 of one inside. */
  readonly #columnOf: Int32Array;
  /** The entries by equation, variables ascending, and by variable with those of slack variables, equations ascending. */
  readonly #rowStart: Int32Array;
  readonly #rowVariables: Int32Array;
  readonly #rowValues: Float64Array;
  readonly #columnStart: Int32Array;
  readonly #columnRows: Int32Array;
  readonly #columnValues: Float64Array;

  private constructor(equations: readonly Expression[], variables: readonly number[], entries: number) {
    const height = equations.length;
    const width = variables.length;
    this.height = height;
    this.width = width;
    this.variables = variables;
    this.#basic = Int32Array.from(equations, (_, r) => width + r);
    this.#values = Float64Array.from(equations, ({ constant }) => 0 - constant);
    this.#others = Int32Array.from(variables, (_, c) => c);
    this.#columnOf = new Int32Array(width + height).fill(-1);
    this.#columnOf.set(this.#others);
    this.#rowStart = new Int32Array(height + 1);
    this.#rowVariables = new Int32Array(entries + height);
    this.#rowValues = new Float64Array(entries + height);
    this.#columnStart = new Int32Array(width + height + 1);
    this.#columnRows = new Int32Array(entries + height);
    this.#columnValues = new Float64Array(entries + height);
  }

  static *of(equations: readonly Expression[], budget: SolveBudget): Steps<Table> {
    const numbers = new Map<number, number>();
    let entries = 0;
    for (const { variables } of equations) {
      for (const variable of variables) if (!numbers.has(variable)) numbers.set(variable, numbers.size);
      entries += variables.length;
      budget.spend(8 * variables.length);
      if (budget.isPauseDue) yield;
    }
    const table = new Table(equations, [...numbers.keys()], entries);
    yield* table.#fill(equations, numbers, budget);
    return table;
  }

  *#fill(equations: readonly Expression[], numbers: ReadonlyMap<number, number>, budget: SolveBudget): Steps<void> {
    const { height, width } = this;
    const columnStart = this.#columnStart;
    for (const { variables } of equations) {
      for (const variable of variables) columnStart[numbers.get(variable)! + 1]!++;
      budget.spend(8 * variables.length);
      if (budget.isPauseDue) yield;
    }
    columnStart.fill(1, width + 1);
    for (let v = 1; v < columnStart.length; v++) columnStart[v]! += columnStart[v - 1]!;
    const next = columnStart.slice();
    for (let r = 0; r < height; r++) {
      const { variables, coefficients } = equations[r]!;
      for (let k = 0; k < variables.length; k++) {
        const at = next[numbers.get(variables[k]!)!]!++;
        this.#columnRows[at] = r;
        this.#columnValues[at] = coefficients[k]!;
      }
      const slack = columnStart[width + r]!;
      this.#columnRows[slack] = r;
      this.#columnValues[slack] = 1;
      this.#rowStart[r + 1] = this.#rowStart[r]! + variables.length + 1;
      budget.spend(8 * variables.length);
      if (budget.isPauseDue) yield;
    }
    // Read by column, so that the variables of each row are ascending, its slack variable last.
    const nextInRow = this.#rowStart.slice();
    for (let v = 0; v < width + height; v++) {
      for (let e = columnStart[v]!; e < columnStart[v + 1]!; e++) {
        const at = nextInRow[this.#columnRows[e]!]!++;
        this.#rowVariables[at] = v;
        this.#rowValues[at] = this.#columnValues[e]!;
      }
      budget.spend(2 * (columnStart[v + 1]! - columnStart[v]!));
      if (budget.isPauseDue) yield;
    }
  }

  /** The columns of the variables in the basis. */
  get basisMatrix() {
    const basic = this.#basic;
    const start = this.#columnStart;
    return {
      size: this.height,
      first: (column: number) => start[basic[column]!]!,
      end: (column: number) => start[basic[column]! + 1]!,
      rows: this.#columnRows,
      values: this.#columnValues,
    };
  }

  /** The row with the largest infeasibility, measured along its edge; -1 if the values are a solution. */
  leavingRow(edges: Float64Array): number {
    const { width } = this;
    const basic = this.#basic;
    const values = this.#values;
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let r = 0; r < values.length; r++) {
      const value = values[r]!;
      if (value >= -EPSILON && (value <= EPSILON || basic[r]! < width)) continue;
      const score = (value * value) / edges[r]!;
      if (score > bestScore) {
        best = r;
        bestScore = score;
      }
    }
    return best;
  }

  /** Computes the row of the tableau for a row of the inverse. Returns the work. */
  readRow(inverseRow: SparseVector, row: SparseVector): number {
    const start = this.#rowStart;
    const variables = this.#rowVariables;
    const values = this.#rowValues;
    const columnOf = this.#columnOf;
    row.clear();
    let work = 0;
    for (let k = 0; k < inverseRow.count; k++) {
      const r = inverseRow.indices[k]!;
      const factor = inverseRow.values[r]!;
      const end = start[r + 1]!;
      for (let e = start[r]!; e < end; e++) {
        const column = columnOf[variables[e]!]!;
        if (column >= 0) row.add(column, values[e]! * factor);
      }
      work += end - start[r]!;
    }
    return work;
  }

  /** The column whose variable takes the place of that in row `leaving`; -1 if there is none. Slack variables stay zero. */
  enteringColumn(leaving: number, row: SparseVector, costs: Float64Array): number {
    const sign = this.#values[leaving]! < 0 ? -1 : 1;
    const others = this.#others;
    const { width } = this;
    let bound = Number.POSITIVE_INFINITY;
    for (let k = 0; k < row.count; k++) {
      const c = row.indices[k]!;
      const size = sign * row.values[c]!;
      if (size >= EPSILON && others[c]! < width) bound = Math.min(bound, (Math.max(0, costs[c]!) + EPSILON) / size);
    }
    let best = -1;
    let bestSize = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < row.count; k++) {
      const c = row.indices[k]!;
      const size = sign * row.values[c]!;
      if (size < EPSILON || others[c]! >= width || size <= bestSize) continue;
      if (Math.max(0, costs[c]!) / size > bound) continue;
      best = c;
      bestSize = size;
    }
    return best;
  }

  /** Writes the original column of a variable outside of the basis. */
  readColumn(column: number, into: SparseVector): void {
    const variable = this.#others[column]!;
    into.clear();
    const end = this.#columnStart[variable + 1]!;
    for (let e = this.#columnStart[variable]!; e < end; e++) into.set(this.#columnRows[e]!, this.#columnValues[e]!);
  }

  /** Moves the values so that the one in row `leaving` becomes zero. */
  moveValues(leaving: number, column: SparseVector, pivot: number): void {
    const values = this.#values;
    const step = values[leaving]! / pivot;
    for (let k = 0; k < column.count; k++) {
      const r = column.indices[k]!;
      if (r === leaving) values[r] = step;
      else values[r]! -= step * column.values[r]!;
    }
  }

  /** Exchanges the variable of a row with that of a column. */
  exchange(row: number, column: number): void {
    const entering = this.#others[column]!;
    const leaving = this.#basic[row]!;
    this.#basic[row] = entering;
    this.#others[column] = leaving;
    this.#columnOf[entering] = -1;
    this.#columnOf[leaving] = column;
  }

  /** The values of all variables, by their number in the equations. */
  solution(): ReadonlyMap<number, number> {
    const solution = new Map<number, number>();
    for (const variable of this.variables) solution.set(variable, 0);
    this.#basic.forEach((variable, r) => {
      if (variable < this.width) solution.set(this.variables[variable]!, Math.round(this.#values[r]!));
    });
    return solution;
  }
}
