import { type Cell, type Cells, place } from '../casm/cell.ts';
import type { Code } from '../casm/code.ts';
import type { Reference, State } from '../check/flowState.ts';
import { FARTHEST } from '../check/flowStates.ts';
import type { Registry } from '../check/registry.ts';
import type { Output } from '../check/signatures/signature.ts';
import { OFF_STACK } from '../check/stack.ts';
import { alignCost, type Solution } from '../check/wallet.ts';
import type { Moves } from '../libfuncs/libfunc.ts';
import { assign } from '../libfuncs/memory.ts';
import type { Statement } from '../program.ts';
import type { Specialized } from './specialize.ts';

/** What stands for a statement that has to be written in the general way. */
export const NOT_SHORT = -1;

/** What the short way works on. */
export interface ShortWay {
  readonly of: Specialized;
  readonly registry: Registry;
  readonly states: (State | undefined)[];
  readonly code: Code;
  readonly solution: Solution;
  /** Whether gas is counted. */
  readonly gasCheck: boolean;
}

/** A libfunc whose statements have a short way, and what it takes and gives. */
interface Plan {
  readonly kind: 'move' | 'store' | 'align';
  readonly params: readonly number[];
  readonly outputs: readonly Output[];
  /** The cells of its outputs, where it moves. */
  readonly moves: Moves;
  /** What it costs, where it stores. */
  readonly amount: number;
}

// With more variables the general way is the shorter one: it need not compare each with all others.
const MOST_VARIABLES = 16;

/**
 * A short way for what three quarters of all statements are: they give values another name or form, store one on the
 * stack or align a branch, and the next statement follows. It does what `enter`, the libfunc's own lowering and `leave`
 * do for them, with few objects and calls: most classes are compiled once, by code that the engine has not optimised,
 * which pays for every property it reads.
 *
 * It gives the number of cells that come out. Where anything is not as usual, wrong programs included, it has changed
 * nothing and gives NOT_SHORT.
 */
export function shortStatements(way: ShortWay): (index: number) => number {
  const { of, registry, states, code, solution, gasCheck } = way;
  const { statements } = of.program;
  const { jumpedBackTo } = registry;
  /** By libfunc; made when first used. */
  const plans = new Array<Plan | null | undefined>(of.libfuncs.length).fill(undefined);
  const taken: Reference[] = [];

  return (index) => {
    const statement = statements[index]!;
    const { libfunc } = statement;
    const state = states[index];
    const next = index + 1;
    if (libfunc < 0 || state === undefined || jumpedBackTo[index] === 1 || states[next] !== undefined) return NOT_SHORT;
    let plan = plans[libfunc];
    if (plan === undefined) plan = plans[libfunc] = planOf(of, registry, libfunc);
    if (plan === null) return NOT_SHORT;
    const { kind } = plan;
    const made =
      kind === 'store'
        ? store(index, statement, plan, state)
        : kind === 'move'
          ? move(index, statement, plan, state)
          : align(index, state);
    if (made === NOT_SHORT) return NOT_SHORT;
    states[index] = undefined;
    states[next] = state;
    state.mayMerge = true;
    return made;
  };

  function move(index: number, { args, branches }: Statement, plan: Plan, { variables }: State): number {
    const { params, outputs } = plan;
    const { results } = branches[0]!;
    const count = args.length;
    if (count > MOST_VARIABLES || results.length > MOST_VARIABLES) return NOT_SHORT;
    const given = new Array<Cells>(count);
    for (let i = 0; i < count; i++) {
      const variable = args[i]!;
      const found = variables.get(variable);
      if (found === undefined || found.type !== params[i]) return NOT_SHORT;
      if (i > 0 && args.indexOf(variable) < i) return NOT_SHORT;
      taken[i] = found;
      given[i] = found.cells;
    }
    for (let i = 0; i < results.length; i++) {
      const variable = results[i]!;
      if (variables.has(variable) && !args.includes(variable)) return NOT_SHORT;
      if (i > 0 && results.indexOf(variable) < i) return NOT_SHORT;
    }
    const moved = plan.moves(given);
    for (let i = 0; i < count; i++) variables.delete(args[i]!);
    let made = 0;
    for (let i = 0; i < results.length; i++) {
      const { type, at } = outputs[i]!;
      const cells = moved[i]!;
      made += cells.length;
      let slot = OFF_STACK;
      let source = index;
      let output = i;
      if (at !== undefined) ({ slot, source, output } = taken[at.index]!);
      variables.set(results[i]!, { type, cells, slot, source, output });
    }
    return made;
  }

  function store(index: number, { args, branches }: Statement, plan: Plan, state: State): number {
    const { variables, ap } = state;
    const variable = args[0]!;
    const result = branches[0]!.results[0]!;
    const found = variables.get(variable);
    if (found === undefined || found.type !== plan.params[0]) return NOT_SHORT;
    if (result !== variable && variables.has(result)) return NOT_SHORT;
    const { cells } = found;
    const count = cells.length;
    const plain = gasCheck ? state.plain - plan.amount : 0;
    if (plain < 0 || ap + count > FARTHEST) return NOT_SHORT;
    const stored = new Array<Cell>(count);
    for (let i = 0; i < count; i++) {
      const cell = cells[i]!;
      const to = place('ap', ap + i);
      if (cell.kind === 'place') code.copy(cell, ap + i);
      else assign(code, to, cell, ap + i, true);
      stored[i] = to;
    }
    const { type, at } = plan.outputs[0]!;
    const slot = at === undefined ? OFF_STACK : state.top++;
    variables.delete(variable);
    variables.set(result, { type, cells: stored, slot, source: index, output: 0 });
    state.ap = ap + count;
    state.plain = plain;
    return count;
  }

  function align(index: number, state: State): number {
    const cells = solution.ap.align[index]!;
    const ap = cells > 0 ? state.ap + cells : state.ap;
    const plain = gasCheck ? state.plain - alignCost(cells, solution.costs.variables[index]!) : 0;
    if (solution.tokens.variables[index] !== undefined || plain < 0 || ap > FARTHEST) return NOT_SHORT;
    if (cells > 0) code.addAp(cells);
    // The stack is lost: a slot that nobody stands for.
    state.top++;
    state.ap = ap;
    state.plain = plain;
    return 0;
  }
}

function planOf({ program, libfuncs }: Specialized, registry: Registry, libfunc: number): Plan | null {
  const { generic } = program.libfuncs[libfunc]!;
  const { moves, effects } = libfuncs[libfunc]!;
  const { params, branches } = registry.signatures[libfunc]!;
  const kind = generic === 'store_temp' ? 'store' : generic === 'branch_align' ? 'align' : moves ? 'move' : undefined;
  if (kind === undefined || params.some((type) => registry.sizeless.has(type))) return null;
  const { outputs, keepsStack } = branches[0]!;
  // No such libfunc is known.
  if (kind === 'move' && (!keepsStack || outputs.some(({ at }) => at?.kind === 'stack'))) return null;
  const { cost } = effects.branches[0]!;
  return { kind, params, outputs, moves: moves ?? (() => []), amount: cost.kind === 'fixed' ? cost.amount : 0 };
}
