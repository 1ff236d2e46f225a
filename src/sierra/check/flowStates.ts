import type { Cells } from '../casm/cell.ts';
import type { Frame } from '../libfuncs/libfunc.ts';
import { type Program, RETURN, targetOf, typeName, variableName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost, LibfuncEffects } from '../solve/effects.ts';
import { dependsOnAp, reachesBelow, sameCells, showCells } from './cellIdentity.ts';
import type { Registry } from './registry.ts';
import type { BranchSignature } from './signatures/signature.ts';
import { OFF_STACK, type Slot, Stack } from './stack.ts';
import {
  difference,
  functionWallet,
  payBranch,
  type Solution,
  sameWallet,
  shortOf,
  showWallet,
  type Wallet,
} from './wallet.ts';

/** A variable: its type, its cells, its slot of the stack, and where it came from. */
interface Reference extends Slot {
  readonly type: number;
  readonly cells: Cells;
  /** The statements before and after it appeared, and which output it was; the source of a parameter is -1. */
  readonly source: number;
  readonly target: number;
  readonly output: number;
}

const FUNCTION_START = -1;

/** From where on it is known how far ap has moved, and where ap stood there. */
interface Tracking {
  readonly base: number;
  readonly from: number;
}

/** All that is known when a statement is reached; it becomes what is known after it. */
interface State {
  readonly function: number;
  readonly variables: Map<number, Reference>;
  /** Undefined while nobody knows how far ap has moved. */
  tracking: Tracking | undefined;
  frame: Frame;
  stack: Stack;
  /** Undefined when gas is not counted. */
  wallet: Wallet | undefined;
  /** Where ap stands, in the coordinate cells use: 0 at the start of a function. */
  ap: number;
  mayMerge: boolean;
}

/** A statement about to be written. */
export interface Entered {
  readonly args: readonly Cells[];
  readonly ap: number;
  readonly frame: Frame;
}

/** One way out of a statement, as the code for it came out. */
export interface Left {
  readonly outputs: readonly Cells[];
  /** Where ap stands after it. */
  readonly ap: number;
}

const NO_SLOTS: readonly Slot[] = [];
const NO_LOCALS: Frame = { state: 'before', base: 0, cells: 0 };
const MAX_COPIED = 4_000_000;
/** How far below ap an instruction reaches. */
const FARTHEST = 0x8000;

/** What there is to know of a program besides its text. */
export interface Known {
  readonly program: Program;
  readonly registry: Registry;
  /** By libfunc. */
  readonly effects: readonly LibfuncEffects[];
  readonly solution: Solution;
  /** Whether gas is counted. */
  readonly gasCheck: boolean;
  /** The cells of each function's parameters. */
  readonly parameters: readonly (readonly Cells[])[];
}

/**
 * The variables at each statement, while code is written statement by statement. Refuses what the reference compiler
 * refuses: variables that are missing, left over or of another type, and flows that meet with different states.
 */
export class FlowStates {
  readonly #known: Known;
  readonly #states: (State | undefined)[];
  #state: State | undefined;
  readonly #args: Reference[] = [];
  #copied = 0;

  constructor(known: Known) {
    this.#known = known;
    const { program, solution, gasCheck, parameters } = known;
    this.#states = new Array<State | undefined>(program.statements.length).fill(undefined);
    program.functions.forEach(({ entry, params, variables: names }, position) => {
      const variables = new Map<number, Reference>();
      const count = names.length;
      names.forEach((variable, i) => {
        if (variables.has(variable)) throw fail(entry, `#${entry}: Invalid function declaration.`);
        const cells = parameters[position]![i]!;
        // The reference compiler counts parameters from the last.
        variables.set(variable, reference(OFF_STACK, params[i]!, cells, -1, entry, count - 1 - i));
      });
      this.#arrive(entry, {
        function: position,
        variables,
        tracking: { base: FUNCTION_START, from: 0 },
        frame: NO_LOCALS,
        stack: new Stack(),
        wallet: gasCheck ? functionWallet(solution, position) : undefined,
        ap: 0,
        mayMerge: false,
      });
    });
  }

  /** Takes the arguments of a statement from what is known at it. */
  enter(index: number): Entered {
    const state = this.#states[index];
    if (!state) throw fail(index, 'MissingAnnotationsForStatement');
    const { program, registry, effects } = this.#known;
    // Who jumps back to it will be compared with what it was.
    this.#states[index] = registry.jumpedBackTo.has(index) ? this.#copy(state) : undefined;
    this.#state = state;
    const { args: names, libfunc } = program.statements[index]!;
    const args = this.#args;
    args.length = 0;
    const cells = new Array<Cells>(names.length);
    for (let i = 0; i < names.length; i++) {
      const variable = names[i]!;
      const found = state.variables.get(variable);
      if (!found) throw fail(index, `#${index}: ${variableName(program, variable)} is undefined.`);
      state.variables.delete(variable);
      args.push(found);
      cells[i] = found.cells;
    }
    if (libfunc === RETURN) this.#checkReturn(index, state);
    else {
      this.#checkTypes(index, registry.signatures[libfunc]!.params);
      const kind = effects[libfunc]!.branches[0]?.ap.kind;
      if (kind === 'alloc' || kind === 'finalize') checkLocals(index, state, kind);
    }
    return { args: cells, ap: state.ap, frame: state.frame };
  }

  #checkTypes(index: number, expected: readonly number[]): void {
    const args = this.#args;
    const { program, registry } = this.#known;
    let fits = args.length === expected.length;
    for (let i = 0; i < args.length; i++) {
      const { type } = args[i]!;
      fits &&= type === expected[i];
      if (registry.sizeless.has(type)) throw fail(index, `#${index}: Unknown type \`${typeName(program, type)}\`.`);
    }
    if (!fits)
      throw fail(
        index,
        `#${index}: One of the arguments does not match the expected type of the libfunc or return statement.`,
      );
  }

  #checkReturn(index: number, state: State): void {
    const { variables, function: position, frame } = state;
    const { program, solution } = this.#known;
    for (const leftOver of variables.keys())
      throw fail(index, `${variableName(program, leftOver)} is dangling at #${index}.`);
    const change = solution.ap.functions[position];
    const expected = {
      tracking: change === undefined ? undefined : { base: FUNCTION_START, from: 0 },
      ap: change ?? 0,
    };
    if (!sameTracking(expected, state))
      throw fail(
        index,
        `#${index}: Invalid function ap change annotation. Expected ap tracking: ${showTracking(expected)}, ` +
          `got: ${showTracking(state)}.`,
      );
    this.#checkTypes(index, program.functions[position]!.returns);
    if (frame.state === 'allocating')
      throw fail(index, `#${index}: locals were allocated but finalize_locals was not called.`);
  }

  /** Carries on from the statement entered last, now that its code is written; `frame` is what it left. */
  leave(index: number, outcomes: readonly Left[], frame: Frame): void {
    const state = this.#state!;
    const { program, registry, effects } = this.#known;
    const { libfunc, branches } = program.statements[index]!;
    const shapes = registry.signatures[libfunc]!.branches;
    const known = effects[libfunc]!.branches;
    const branching = outcomes.length > 1;
    if (outcomes.length !== branches.length) throw fail(index, `#${index}: Libfunc invocation branch count mismatch`);
    for (let b = 0; b < outcomes.length; b++) {
      const outcome = outcomes[b]!;
      const branch = branches[b]!;
      const target = targetOf(branch, index);
      if (branching && !this.#isAlign(target)) throw fail(index, `#${index}->#${target}: Expected branch align`);
      if (branching && this.#states[target]) throw fail(index, `#${index}->#${target}: Annotation was already set.`);
      const next = b === outcomes.length - 1 ? state : this.#copy(state);
      const { variables, stack } = next;
      const effect = known[b]!;
      const change = this.#isKnown(effect.ap) ? outcome.ap - state.ap : undefined;
      if (change === undefined) this.#refuseMoved(index, target, variables);
      else if (change !== 0 && outcome.ap > FARTHEST) this.#refuseFar(index, target, variables, outcome.ap);
      const shape = shapes[b]!;
      const after = shape.keepsStack ? stack : new Stack();
      const references = this.#outputs(shape, outcome, after, index, target);
      for (let i = 0; i < references.length; i++) {
        const variable = branch.results[i]!;
        if (variables.has(variable))
          throw fail(index, `#${index}->#${target}: ${variableName(program, variable)} was overridden.`);
        variables.set(variable, references[i]!);
      }
      if (change === undefined) next.tracking = undefined;
      else if (effect.ap.kind !== 'known')
        next.tracking = trackAfter(index, target, next.tracking, effect.ap.kind, outcome.ap);
      next.frame = frame;
      next.stack = after.change(shape.keepsStack ? this.#args : NO_SLOTS, references);
      next.wallet &&= this.#pay(index, target, next.wallet, effect.cost);
      next.ap = outcome.ap;
      next.mayMerge = !branching;
      this.#arrive(target, next);
    }
  }

  /** Outputs with their slots on the stack. */
  #outputs(shape: BranchSignature, outcome: Left, stack: Stack, source: number, target: number): Reference[] {
    const { outputs, keepsStack } = shape;
    const references = new Array<Reference>(outputs.length);
    for (let i = 0; i < outputs.length; i++) {
      const { type, at } = outputs[i]!;
      const cells = outcome.outputs[i]!;
      if (at?.kind === 'param') {
        const same = this.#args[at.index]!;
        references[i] = reference(keepsStack ? same : OFF_STACK, type, cells, same.source, same.target, same.output);
      } else {
        const { epoch } = at ? stack : OFF_STACK;
        const slot = at ? stack.top + at.index : OFF_STACK.slot;
        references[i] = { epoch, slot, type, cells, source, target, output: i };
      }
    }
    return references;
  }

  /** A state for another flow. Real programs keep few variables alive where they branch; hostile ones are cut off. */
  #copy(state: State): State {
    this.#copied += state.variables.size + state.stack.top;
    if (this.#copied > MAX_COPIED)
      throw new SierraError('limits', 'The program keeps too many variables alive across its branches to be checked.');
    return { ...state, variables: new Map(state.variables), stack: state.stack.copy() };
  }

  #isAlign(index: number): boolean {
    const { program, registry } = this.#known;
    const branches = registry.signatures[program.statements[index]!.libfunc]?.branches;
    return branches?.length === 1 && branches[0]!.align;
  }

  /** Whether it is known how far a branch moves ap. */
  #isKnown(effect: ApEffect): boolean {
    if (effect.kind === 'call') return this.#known.solution.ap.functions[effect.function] !== undefined;
    return effect.kind !== 'unknown';
  }

  /** Variables whose cells move with ap are lost when it moves nobody knows how far. */
  #refuseMoved(index: number, target: number, variables: ReadonlyMap<number, Reference>): void {
    for (const [variable, found] of variables)
      if (found.cells.some(dependsOnAp))
        throw fail(
          index,
          `#${index}->#${target}: Got 'Unknown ap change' error while moving ` +
            `${variableName(this.#known.program, variable)} introduced at ${origin(found)}.`,
        );
  }

  /** Cells that ap has left further behind than an instruction can reach are lost, used or not. */
  #refuseFar(index: number, target: number, variables: ReadonlyMap<number, Reference>, ap: number): void {
    for (const [variable, found] of variables)
      if (found.cells.some((cell) => reachesBelow(cell, ap - FARTHEST)))
        throw fail(
          index,
          `#${index}->#${target}: Got 'Offset overflow' error while moving ` +
            `${variableName(this.#known.program, variable)} introduced at ${origin(found)}.`,
        );
  }

  #pay(index: number, target: number, wallet: Wallet, cost: BranchCost): Wallet {
    const rest = payBranch(wallet, cost, index, this.#known.solution);
    if (rest.plain >= 0 && rest.tokens === wallet.tokens) return rest;
    const missing = shortOf(rest);
    if (missing === undefined) return rest;
    const paid = difference(wallet, rest);
    throw fail(
      index,
      `#${index}->#${target}: Ran out of gas (${missing}) in the wallet, requested ${showWallet(paid)} ` +
        `causing state GasWallet::Value(${showWallet(rest)}).`,
    );
  }

  /** Keeps the state for a statement, or compares it with what an earlier flow brought there. */
  #arrive(index: number, state: State): void {
    const known = this.#states[index];
    if (!known) {
      this.#states[index] = state;
      return;
    }
    if (known.function !== state.function) throw fail(index, `#${index}: Belongs to two different functions.`);
    if (!sameTracking(known, state)) throw fail(index, `#${index}: Inconsistent ap tracking.`);
    if (!sameFrame(known.frame, state.frame)) throw fail(index, `#${index}: Inconsistent frame state.`);
    if (known.wallet && state.wallet && !sameWallet(known.wallet, state.wallet))
      throw fail(index, `#${index}: Inconsistent gas wallet state.`);
    const difference = this.#difference(known, state);
    if (difference !== undefined) throw fail(index, `#${index}: Inconsistent references annotations: ${difference}`);
    if (!known.mayMerge) throw fail(index, `#${index}: Invalid convergence.`);
  }

  /** What is not the same in the variables of two flows that meet. */
  #difference(known: State, state: State): string | undefined {
    const { program } = this.#known;
    if (known.variables.size !== state.variables.size) return 'Variable count mismatch.';
    for (const [variable, actual] of state.variables) {
      const expected = known.variables.get(variable);
      const found = expected ? differenceOf(known, expected, state, actual, program) : undefined;
      const name = () => variableName(program, variable);
      if (!expected) return `Missing expected variable ${name()}.`;
      if (found === APART) return `Ap tracking is disabled while trying to merge ${name()}.`;
      if (found) return `Variable ${name()} ${found[0]} mismatch. Expected \`${found[1]}\`, got \`${found[2]}\`.`;
    }
    return undefined;
  }
}

const APART = 'apart';

/** In what a variable of one flow is not that of another: the thing, what was expected, what came. */
function differenceOf(
  known: State,
  expected: Reference,
  state: State,
  actual: Reference,
  program: Program,
): readonly [string, string, string] | typeof APART | undefined {
  if (actual.type !== expected.type) return ['type', typeName(program, expected.type), typeName(program, actual.type)];
  if (!sameCells(expected.cells, actual.cells, state.ap - known.ap))
    return ['expression', showCells(expected.cells, known.ap), showCells(actual.cells, state.ap)];
  const depth = state.stack.depthOf(actual);
  const expectedDepth = known.stack.depthOf(expected);
  if (depth !== expectedDepth) return ['stack index', showDepth(expectedDepth), showDepth(depth)];
  if (depth >= 0 || !actual.cells.some(dependsOnAp)) return undefined;
  if (!state.tracking) return APART;
  const sameOrigin =
    actual.source === expected.source && actual.target === expected.target && actual.output === expected.output;
  return sameOrigin ? undefined : ['introduction point', origin(expected), origin(actual)];
}

const fail = (statement: number, message: string): SierraError => new SierraError('compile', message, { statement });

function reference(
  { epoch, slot }: Slot,
  type: number,
  cells: Cells,
  source: number,
  target: number,
  output: number,
): Reference {
  return { epoch, slot, type, cells, source, target, output };
}

/** Locals are allocated together, where ap still has its place in the frame. */
function checkLocals(index: number, { frame, tracking, ap }: State, kind: 'alloc' | 'finalize'): void {
  const inPlace =
    tracking?.base === FUNCTION_START && (frame.state !== 'allocating' || frame.base === ap - tracking.from);
  const name = kind === 'alloc' ? 'alloc_local' : 'finalize_locals';
  if (frame.state === 'finalized' || !inPlace) throw fail(index, `#${index}: ${name} is not allowed at this point.`);
}

/** The tracking after a branch that moves ap by a known distance to `ap`. */
function trackAfter(
  index: number,
  target: number,
  tracking: Tracking | undefined,
  kind: ApEffect['kind'],
  ap: number,
): Tracking | undefined {
  if (kind === 'disable') return undefined;
  if (kind !== 'enable') return tracking;
  if (tracking) throw fail(index, `#${index}: Attempting to enable ap tracking when already enabled.`);
  return { base: target, from: ap };
}

type Tracked = Pick<State, 'tracking' | 'ap'>;

function sameTracking(a: Tracked, b: Tracked): boolean {
  if (!a.tracking || !b.tracking) return a.tracking === b.tracking;
  return a.tracking.base === b.tracking.base && a.ap - a.tracking.from === b.ap - b.tracking.from;
}

function sameFrame(a: Frame, b: Frame): boolean {
  if (a.state !== b.state || a.state === 'before') return a.state === b.state;
  return a.cells === b.cells && (a.state === 'finalized' || a.base === b.base);
}

const origin = ({ source, target, output }: Reference): string =>
  source < 0 ? `Function@${target}[${output}]` : `#${source}->#${target} output #${output}`;

const showDepth = (depth: number): string => (depth < 0 ? 'None' : `Some(${depth})`);

function showTracking({ tracking, ap }: Tracked): string {
  if (!tracking) return 'Disabled';
  const base = tracking.base === FUNCTION_START ? 'FunctionStart' : `Statement(StatementIdx(${tracking.base}))`;
  return `Enabled { ap_change: ${ap - tracking.from}, base: ${base} }`;
}
