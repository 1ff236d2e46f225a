import type { Steps } from '../../async/steps.ts';
import type { SolveBudget } from './solveBudget.ts';
import { SparseColumns, SparseVector } from './sparse.ts';

/** The columns of a square matrix. */
export interface Matrix {
  readonly size: number;
  /** The first entry of a column and its end, in `rows` and `values`. */
  readonly first: (column: number) => number;
  readonly end: (column: number) => number;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** The factors of a matrix, of which rows and columns were reordered: the product of a lower and an upper triangle. */
export interface Factors {
  readonly lower: Triangle;
  readonly upper: Triangle;
  /** The new place of each row. */
  readonly rowPlace: Int32Array;
  /** The column at each new place. */
  readonly columnAt: Int32Array;
}

/** The entries beside the diagonal, and those on it; without the latter they are all 1. */
interface Triangle {
  readonly beside: SparseColumns;
  readonly diagonal: Float64Array | undefined;
}

const SMALLEST_PIVOT = 1e-8;
const STABILITY = 0.1;

/** The number of stored entries. */
export const entriesOf = ({ lower, upper, rowPlace }: Factors): number =>
  lower.beside.entries + upper.beside.entries + rowPlace.length;

/** Working memory for systems of `size` equations. */
export class Workspace {
  readonly vector: SparseVector;
  readonly #isVisited: Uint8Array;
  readonly #stack: Int32Array;
  readonly #child: Int32Array;
  /** What `visit` found, each index after those that depend on it. */
  readonly visited: Int32Array;
  visitedCount = 0;

  constructor(size: number) {
    this.vector = new SparseVector(size);
    this.#isVisited = new Uint8Array(size);
    this.#stack = new Int32Array(size);
    this.#child = new Int32Array(size);
    this.visited = new Int32Array(size);
  }

  /**
   * Finds all indices of `vector` that become nonzero when a triangle is solved, depth first, and lists them. `place` is the column of an
   * index, if it is below `limit`. Returns the number of entries that were read.
   */
  visit(columns: SparseColumns, place: Int32Array | undefined, limit: number): number {
    const { vector, visited } = this;
    const isVisited = this.#isVisited;
    const stack = this.#stack;
    const child = this.#child;
    const { start, rows } = columns;
    for (let k = 0; k < this.visitedCount; k++) isVisited[visited[k]!] = 0;
    let found = 0;
    let work = 0;
    for (let k = 0; k < vector.count; k++) {
      const root = vector.indices[k]!;
      if ((place ? place[root]! : root) >= limit || isVisited[root] === 1) continue;
      let depth = 0;
      isVisited[root] = 1;
      stack[0] = root;
      child[0] = start[place ? place[root]! : root]!;
      while (depth >= 0) {
        const index = stack[depth]!;
        const column = place ? place[index]! : index;
        const end = column < limit ? start[column + 1]! : 0;
        let at = child[depth]!;
        const from = at;
        while (at < end && isVisited[rows[at]!] === 1) at++;
        work += at - from + 1;
        if (at >= end) {
          visited[found++] = index;
          depth--;
          continue;
        }
        child[depth] = at + 1;
        const next = rows[at]!;
        isVisited[next] = 1;
        stack[++depth] = next;
        const nextColumn = place ? place[next]! : next;
        child[depth] = nextColumn < limit ? start[nextColumn]! : 0;
      }
    }
    this.visitedCount = found;
    for (let k = 0; k < found; k++) vector.list(visited[k]!);
    return work;
  }
}

/**
 * Factors a matrix by the method of Gilbert and Peierls, column by column, short ones first. Among the pivots that are large enough the one
 * in the row of the fewest entries is taken, as in the reference solver. Returns undefined if the matrix is singular.
 */
export function* factorize(matrix: Matrix, work: Workspace, budget: SolveBudget): Steps<Factors | undefined> {
  const { size } = matrix;
  const columnAt = shortestFirst(matrix);
  const inRow = new Int32Array(size);
  for (let column = 0; column < size; column++)
    for (let e = matrix.first(column); e < matrix.end(column); e++) inRow[matrix.rows[e]!]!++;
  const lower = new SparseColumns();
  const upper = new SparseColumns();
  const diagonal = new Float64Array(size);
  const rowAt = Int32Array.from({ length: size }, (_, i) => i);
  const rowPlace = rowAt.slice();
  const { vector } = work;
  for (let column = 0; column < size; column++) {
    vector.clear();
    const source = columnAt[column]!;
    for (let e = matrix.first(source); e < matrix.end(source); e++) vector.set(matrix.rows[e]!, matrix.values[e]!);
    let steps = work.visit(lower, rowPlace, column);
    const { values } = vector;
    for (let k = work.visitedCount - 1; k >= 0; k--) {
      const row = work.visited[k]!;
      const place = rowPlace[row]!;
      if (place >= column) continue;
      const value = values[row]!;
      const end = lower.start[place + 1]!;
      for (let e = lower.start[place]!; e < end; e++) values[lower.rows[e]!]! -= value * lower.values[e]!;
      steps += end - lower.start[place]!;
    }
    const pivotRow = choosePivot(vector, rowPlace, column, inRow);
    if (pivotRow < 0) return undefined;
    const pivot = values[pivotRow]!;
    const displaced = rowAt[column]!;
    const from = rowPlace[pivotRow]!;
    rowAt[column] = pivotRow;
    rowAt[from] = displaced;
    rowPlace[pivotRow] = column;
    rowPlace[displaced] = from;
    for (let k = 0; k < vector.count; k++) {
      const row = vector.indices[k]!;
      const value = values[row]!;
      if (value === 0) continue;
      const place = rowPlace[row]!;
      if (place < column) upper.push(place, value);
      else if (place === column) diagonal[column] = pivot;
      else lower.push(row, value / pivot);
    }
    upper.endColumn();
    lower.endColumn();
    budget.spend(steps + 4 * vector.count);
    budget.checkStored(lower.entries + upper.entries);
    if (budget.isPauseDue) yield;
  }
  for (let e = 0; e < lower.entries; e++) lower.rows[e] = rowPlace[lower.rows[e]!]!;
  vector.clear();
  return {
    lower: { beside: lower, diagonal: undefined },
    upper: { beside: upper, diagonal },
    rowPlace,
    columnAt,
  };
}

/** The columns by their number of entries; those of equal length stay in order. */
function shortestFirst({ size, first, end }: Matrix): Int32Array {
  const starts = new Int32Array(size + 2);
  for (let column = 0; column < size; column++) starts[end(column) - first(column) + 1]!++;
  for (let length = 1; length < starts.length; length++) starts[length]! += starts[length - 1]!;
  const order = new Int32Array(size);
  for (let column = 0; column < size; column++) order[starts[end(column) - first(column)]!++] = column;
  return order;
}

function choosePivot(vector: SparseVector, rowPlace: Int32Array, column: number, inRow: Int32Array): number {
  const { values, indices, count } = vector;
  let largest = 0;
  for (let k = 0; k < count; k++) {
    const row = indices[k]!;
    if (rowPlace[row]! >= column) largest = Math.max(largest, Math.abs(values[row]!));
  }
  // Also if it is not a number.
  if (!(largest >= SMALLEST_PIVOT)) return -1;
  let best = -1;
  for (let k = 0; k < count; k++) {
    const row = indices[k]!;
    if (rowPlace[row]! < column || Math.abs(values[row]!) < STABILITY * largest) continue;
    if (best < 0 || inRow[row]! < inRow[best]!) best = row;
  }
  return best;
}

/** The factors of the transposed matrix. */
export function transposedFactors({ lower, upper, rowPlace, columnAt }: Factors): Factors {
  const size = rowPlace.length;
  const inverse = (permutation: Int32Array): Int32Array => {
    const other = new Int32Array(size);
    for (let i = 0; i < size; i++) other[permutation[i]!] = i;
    return other;
  };
  return {
    lower: { beside: upper.beside.transposed(size), diagonal: upper.diagonal },
    upper: { beside: lower.beside.transposed(size), diagonal: lower.diagonal },
    rowPlace: inverse(columnAt),
    columnAt: inverse(rowPlace),
  };
}

/** Solves the system for the given right side, and writes the solution over it. Returns the work. */
export function solveWith(factors: Factors, side: SparseVector, work: Workspace): number {
  const { vector } = work;
  const { rowPlace, columnAt } = factors;
  vector.clear();
  for (let k = 0; k < side.count; k++) {
    const row = side.indices[k]!;
    vector.set(rowPlace[row]!, side.values[row]!);
  }
  const steps = solveTriangle(factors.lower, work) + solveTriangle(factors.upper, work);
  side.clear();
  for (let k = 0; k < vector.count; k++) {
    const place = vector.indices[k]!;
    side.set(columnAt[place]!, vector.values[place]!);
  }
  return steps + 2 * vector.count;
}

function solveTriangle({ beside, diagonal }: Triangle, work: Workspace): number {
  let steps = work.visit(beside, undefined, Number.POSITIVE_INFINITY);
  const { values } = work.vector;
  const { start, rows, values: entries } = beside;
  for (let k = work.visitedCount - 1; k >= 0; k--) {
    const column = work.visited[k]!;
    if (diagonal) values[column]! /= diagonal[column]!;
    const value = values[column]!;
    const end = start[column + 1]!;
    for (let e = start[column]!; e < end; e++) values[rows[e]!]! -= value * entries[e]!;
    steps += end - start[column]!;
  }
  return steps;
}
