import type { Steps } from '../../async/steps.ts';
import { SierraError } from '../sierraError.ts';

/** A linear expression: variables by number with their coefficients, and a constant. */
export interface Expression {
  readonly constant: number;
  readonly terms: ReadonlyMap<number, number>;
}

const EPSILON = 1e-8;

/** The terms that are processed between two pauses. COST: a term takes one to two microseconds. */
const TERMS_PER_STEP = 4096;

/** A limit on the work for a program, in terms processed. Real programs stay far below; hostile ones must not fill the memory. */
export class Budget {
  #left: number;
  #sincePause = 0;

  constructor(terms: number) {
    this.#left = terms;
  }

  /** Whether the work should pause. True once for each step. */
  get isPauseDue(): boolean {
    if (this.#sincePause < TERMS_PER_STEP) return false;
    this.#sincePause = 0;
    return true;
  }

  spend(terms: number): void {
    this.#left -= terms;
    this.#sincePause += terms;
    if (this.#left < 0)
      throw new SierraError(
        'limits',
        'The gas equations of the program are too large. Compile it with a Cairo that writes Sierra 1.4 or newer.',
      );
  }
}

/** Sum of `a` and `scale` times `b`. */
export function combine(a: Expression, b: Expression, scale: number): Expression {
  const constant = a.constant + scale * b.constant;
  if (b.terms.size === 0) return { constant, terms: a.terms };
  if (a.terms.size === 0 && scale === 1) return { constant, terms: b.terms };
  const terms = new Map(a.terms);
  for (const [variable, coefficient] of b.terms) addTo(terms, variable, scale * coefficient);
  return { constant, terms };
}

function addTo(terms: Map<number, number>, variable: number, amount: number): void {
  const sum = (terms.get(variable) ?? 0) + amount;
  if (Math.abs(sum) < EPSILON) terms.delete(variable);
  else terms.set(variable, sum);
}

/**
 * Solves `equations` (each equal to zero) over non-negative variables. Minimises the sum of the variables of each rank, one rank
 * after the other; earlier results stay fixed. Returns undefined if there is no solution.
 */
export function* solveByRanks(
  equations: readonly Expression[],
  ranks: readonly (readonly number[])[],
  budget: Budget = new Budget(Number.POSITIVE_INFINITY),
): Steps<ReadonlyMap<number, number> | undefined> {
  const solution = new Map<number, number>();
  let rest = equations;
  for (const [rank, targets] of ranks.entries()) {
    const values = yield* minimize(rest, new Set(targets), budget);
    if (!values) return undefined;
    if (rank === ranks.length - 1) {
      for (const [variable, value] of values) solution.set(variable, value);
      break;
    }
    const fixed = new Map(targets.map((variable) => [variable, values.get(variable) ?? 0]));
    for (const [variable, value] of fixed) solution.set(variable, value);
    rest = rest.map((equation) => substitute(equation, fixed)).filter(({ terms }) => terms.size > 0);
  }
  return solution;
}

function substitute(equation: Expression, values: ReadonlyMap<number, number>): Expression {
  const terms = new Map<number, number>();
  let { constant } = equation;
  for (const [variable, coefficient] of equation.terms) {
    const value = values.get(variable);
    if (value === undefined) terms.set(variable, coefficient);
    else constant += value * coefficient;
  }
  return { constant, terms };
}

/**
 * The dual simplex method over sparse rows, by the rules of the solver the reference compiler uses (steepest edge,
 * then the largest pivot within Harris' bound), since optima are not always unique. Costs are never negative, so the
 * basis of slack variables is dual feasible from the start.
 */
function* minimize(
  equations: readonly Expression[],
  targets: ReadonlySet<number>,
  budget: Budget,
): Steps<ReadonlyMap<number, number> | undefined> {
  const rows: Row[] = [];
  const columns = new Map<number, Set<number>>();
  for (const { constant, terms } of equations) {
    if (terms.size === 0) {
      if (Math.abs(constant) > EPSILON) return undefined;
      continue;
    }
    const r = rows.length;
    rows.push({ basic: -1, value: -constant, terms: new Map(terms), inverse: new Map([[r, 1]]), norm: 1 });
    for (const variable of terms.keys()) {
      const column = columns.get(variable);
      if (column) column.add(r);
      else columns.set(variable, new Set([r]));
    }
  }
  const costs = new Map<number, number>();
  for (const variable of columns.keys()) if (targets.has(variable)) costs.set(variable, 1);

  const maxPivots = 20 * (rows.length + columns.size) + 1000;
  for (let pivots = 0; ; pivots++) {
    const leaving = chooseRow(rows);
    if (leaving < 0) break;
    const entering = pivots < maxPivots ? chooseColumn(rows[leaving]!, costs) : undefined;
    if (entering === undefined) return undefined;
    budget.spend(pivot(rows, columns, costs, leaving, entering));
    if (budget.isPauseDue) yield;
  }
  const solution = new Map<number, number>();
  for (const variable of columns.keys()) solution.set(variable, 0);
  for (const { basic, value } of rows) if (basic >= 0) solution.set(basic, Math.round(value));
  return solution;
}

/** value = basic + terms: a row of the tableau. Its slack variable, fixed at zero, is basic at first (-1). */
interface Row {
  basic: number;
  value: number;
  readonly terms: Map<number, number>;
  /** The row of the inverse of the basis, and the square of its length. */
  readonly inverse: Map<number, number>;
  norm: number;
}

/** The row with the largest infeasibility, measured along its edge. */
function chooseRow(rows: readonly Row[]): number {
  let best = -1;
  let bestScore = 0;
  for (let r = 0; r < rows.length; r++) {
    const { basic, value, norm } = rows[r]!;
    const infeasible = value < -EPSILON ? -value : basic < 0 && value > EPSILON ? value : 0;
    if (infeasible === 0) continue;
    const score = (infeasible * infeasible) / norm;
    if (score > bestScore) {
      bestScore = score;
      best = r;
    }
  }
  return best;
}

function chooseColumn(row: Row, costs: ReadonlyMap<number, number>): number | undefined {
  const sign = row.value < 0 ? -1 : 1;
  let bound = Number.POSITIVE_INFINITY;
  for (const [variable, coefficient] of row.terms) {
    if (coefficient * sign < EPSILON) continue;
    bound = Math.min(bound, (Math.max(0, costs.get(variable) ?? 0) + EPSILON) / Math.abs(coefficient));
  }
  let best: number | undefined;
  let bestSize = 0;
  for (const [variable, coefficient] of row.terms) {
    if (coefficient * sign < EPSILON) continue;
    const size = Math.abs(coefficient);
    if (Math.max(0, costs.get(variable) ?? 0) / size <= bound && size > bestSize) {
      bestSize = size;
      best = variable;
    }
  }
  return best;
}

/** Makes `entering` basic in the row `leaving`; the leaving variable becomes zero. Returns the number of terms processed. */
function pivot(
  rows: readonly Row[],
  columns: Map<number, Set<number>>,
  costs: Map<number, number>,
  leaving: number,
  entering: number,
): number {
  const row = rows[leaving]!;
  const coefficient = row.terms.get(entering)!;
  row.terms.delete(entering);
  columns.get(entering)!.delete(leaving);
  const old = row.basic;
  row.basic = entering;
  row.value /= coefficient;
  for (const [variable, term] of row.terms) row.terms.set(variable, term / coefficient);
  for (const [slack, term] of row.inverse) row.inverse.set(slack, term / coefficient);
  row.norm /= coefficient * coefficient;
  if (old >= 0) {
    row.terms.set(old, 1 / coefficient);
    columns.get(old)!.add(leaving);
  }
  const others = [...columns.get(entering)!];
  for (const r of others) {
    const other = rows[r]!;
    const factor = other.terms.get(entering)!;
    other.terms.delete(entering);
    columns.get(entering)!.delete(r);
    other.value -= factor * row.value;
    for (const [variable, term] of row.terms) {
      addTo(other.terms, variable, -factor * term);
      if (other.terms.has(variable)) columns.get(variable)!.add(r);
      else columns.get(variable)!.delete(r);
    }
    for (const [slack, term] of row.inverse) addTo(other.inverse, slack, -factor * term);
    let norm = 0;
    for (const term of other.inverse.values()) norm += term * term;
    other.norm = norm;
  }
  const cost = costs.get(entering) ?? 0;
  if (cost !== 0) {
    costs.delete(entering);
    for (const [variable, term] of row.terms) addTo(costs, variable, -cost * term);
  }
  return (others.length + 1) * (row.terms.size + row.inverse.size) + rows.length / 16;
}
