import type { Cells } from '../casm/cell.ts';
import type { Frame } from '../libfuncs/libfunc.ts';
import { type Program, RETURN, targetOf, typeName, variableName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost, LibfuncEffects } from '../solve/effects.ts';
import { dependsOnAp, reachesBelow } from './cellIdentity.ts';
import { FUNCTION_START, origin, type Reference, type State, showTracking, type Tracking } from './flowState.ts';
import { differenceBetween, isSame, sameFrame, sameTracking } from './meeting.ts';
import type { Registry } from './registry.ts';
import { OFF_STACK } from './stack.ts';
import { split, type Variables } from './variables.ts';
import {
  difference,
  EMPTY_WALLET,
  functionWallet,
  payBranch,
  type Solution,
  sameWallet,
  shortOf,
  showWallet,
} from './wallet.ts';

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

const NO_LOCALS: Frame = { state: 'before', base: 0, cells: 0 };
/** Variables compared where flows meet: some ten seconds. Real programs compare some thousands. */
const MOST_COMPARED = 200_000_000;
/** How far below ap an instruction reaches. */
export const FARTHEST = 0x8000;

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

/** The variables at each statement, while code is written statement by statement. */
export interface FlowStates {
  /** What is known at each statement that flows have come to and that has not been written. */
  readonly states: (State | undefined)[];
  /** Takes the arguments of a statement from what is known at it. */
  enter(index: number): Entered;
  /** Carries on from the statement entered last, now that its code is written; `frame` is what it left. */
  leave(index: number, outcomes: readonly Left[], frame: Frame): void;
}

/**
 * Follows the variables of a program. Refuses what the reference compiler refuses: variables that are missing, left over
 * or of another type, and flows that meet with different states. One closure, since it runs for every statement before
 * the engine has optimised anything, when private fields cost several times what a function's own variables do.
 */
export function flowStates({ program, registry, effects, solution, gasCheck, parameters }: Known): FlowStates {
  const { statements } = program;
  const { signatures, sizeless, jumpedBackTo } = registry;
  const states = new Array<State | undefined>(statements.length).fill(undefined);
  /** The statement entered last: what was known at it, and its arguments. */
  let state: State;
  let args: Reference[] = [];
  let compared = 0;

  program.functions.forEach(({ entry, params, variables: names }, position) => {
    const variables = new Map<number, Reference>();
    names.forEach((variable, i) => {
      if (variables.has(variable)) throw fail(entry, `#${entry}: Invalid function declaration.`);
      // The reference compiler counts parameters from the last.
      const output = names.length - 1 - i;
      const cells = parameters[position]![i]!;
      variables.set(variable, { type: params[i]!, cells, slot: OFF_STACK, source: -1 - entry, output });
    });
    const { plain, tokens } = gasCheck ? functionWallet(solution, position) : EMPTY_WALLET;
    arrive(entry, {
      function: position,
      variables,
      tracking: { base: FUNCTION_START, from: 0 },
      frame: NO_LOCALS,
      top: 0,
      plain,
      tokens,
      ap: 0,
      mayMerge: false,
    });
  });

  return { states, enter, leave };

  function enter(index: number): Entered {
    const found = states[index];
    if (!found) throw fail(index, 'MissingAnnotationsForStatement');
    // Who jumps back to it will be compared with what it was.
    states[index] = jumpedBackTo[index] === 1 ? copy(found) : undefined;
    state = found;
    const { args: names, libfunc } = statements[index]!;
    const { variables, ap, frame } = found;
    const count = names.length;
    const cells = new Array<Cells>(count);
    args = new Array<Reference>(count);
    for (let i = 0; i < count; i++) {
      const variable = names[i]!;
      const arg = variables.get(variable);
      if (!arg) throw fail(index, `#${index}: ${variableName(program, variable)} is undefined.`);
      variables.delete(variable);
      args[i] = arg;
      cells[i] = arg.cells;
    }
    if (libfunc === RETURN) checkReturn(index);
    else {
      checkTypes(index, signatures[libfunc]!.params);
      const kind = effects[libfunc]!.branches[0]?.ap.kind;
      if (kind === 'alloc' || kind === 'finalize') checkLocals(index, found, kind);
    }
    return { args: cells, ap, frame };
  }

  function checkTypes(index: number, expected: readonly number[]): void {
    let fits = args.length === expected.length;
    for (let i = 0; i < args.length; i++) {
      const { type } = args[i]!;
      fits &&= type === expected[i];
      if (sizeless.has(type)) throw fail(index, `#${index}: Unknown type \`${typeName(program, type)}\`.`);
    }
    if (!fits)
      throw fail(
        index,
        `#${index}: One of the arguments does not match the expected type of the libfunc or return statement.`,
      );
  }

  function checkReturn(index: number): void {
    const { variables, function: position, frame } = state;
    if (variables.size > 0)
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
    checkTypes(index, program.functions[position]!.returns);
    if (frame.state === 'allocating')
      throw fail(index, `#${index}: locals were allocated but finalize_locals was not called.`);
  }

  function leave(index: number, outcomes: readonly Left[], frame: Frame): void {
    const { libfunc, branches } = statements[index]!;
    const shapes = signatures[libfunc]!.branches;
    const known = effects[libfunc]!.branches;
    const count = outcomes.length;
    const branching = count > 1;
    if (count !== branches.length) throw fail(index, `#${index}: Libfunc invocation branch count mismatch`);
    let output = 0;
    for (let b = 0; b < count; b++) {
      const { outputs: cells, ap } = outcomes[b]!;
      const branch = branches[b]!;
      const { results } = branch;
      const target = targetOf(branch, index);
      if (branching && !isAlign(target)) throw fail(index, `#${index}->#${target}: Expected branch align`);
      if (branching && states[target]) throw fail(index, `#${index}->#${target}: Annotation was already set.`);
      const next = b === count - 1 ? state : copy(state);
      const { variables } = next;
      const { ap: effect, cost } = known[b]!;
      const change = isKnown(effect) ? ap - state.ap : undefined;
      if (change === undefined) refuseMoved(index, target, variables);
      else if (change !== 0 && ap > FARTHEST) refuseFar(index, target, variables, ap);
      const { outputs, keepsStack } = shapes[b]!;
      // A stack that is lost leaves a slot that nobody stands for.
      const bottom = keepsStack ? next.top : next.top + 1;
      let top = bottom;
      for (let i = 0; i < outputs.length; i++, output++) {
        const { type, at } = outputs[i]!;
        const variable = results[i]!;
        if (variables.has(variable))
          throw fail(index, `#${index}->#${target}: ${variableName(program, variable)} was overridden.`);
        if (at?.kind === 'param') {
          const same = args[at.index]!;
          const slot = keepsStack ? same.slot : OFF_STACK;
          variables.set(variable, { type, cells: cells[i]!, slot, source: same.source, output: same.output });
        } else {
          const slot = at ? bottom + at.index : OFF_STACK;
          if (slot >= top) top = slot + 1;
          variables.set(variable, { type, cells: cells[i]!, slot, source: index, output });
        }
      }
      if (change === undefined) next.tracking = undefined;
      else if (effect.kind !== 'known') next.tracking = trackAfter(index, target, next.tracking, effect.kind, ap);
      next.frame = frame;
      next.top = top;
      if (gasCheck) pay(index, target, next, cost);
      next.ap = ap;
      next.mayMerge = !branching;
      arrive(target, next);
    }
  }

  /** A state for another flow. */
  function copy(of: State): State {
    const [kept, variables] = split(of.variables);
    of.variables = kept;
    return { ...of, variables };
  }

  function isAlign(index: number): boolean {
    const branches = signatures[statements[index]!.libfunc]?.branches;
    return branches?.length === 1 && branches[0]!.align;
  }

  /** Whether it is known how far a branch moves ap. */
  function isKnown(effect: ApEffect): boolean {
    if (effect.kind === 'call') return solution.ap.functions[effect.function] !== undefined;
    return effect.kind !== 'unknown';
  }

  /** Variables whose cells move with ap are lost when it moves nobody knows how far. */
  function refuseMoved(index: number, target: number, variables: Variables<Reference>): void {
    for (const [variable, found] of variables)
      if (found.cells.some(dependsOnAp))
        throw fail(
          index,
          `#${index}->#${target}: Got 'Unknown ap change' error while moving ` +
            `${variableName(program, variable)} introduced at ${origin(program, found)}.`,
        );
  }

  /** Cells that ap has left further behind than an instruction can reach are lost, used or not. */
  function refuseFar(index: number, target: number, variables: Variables<Reference>, ap: number): void {
    for (const [variable, found] of variables)
      if (found.cells.some((cell) => reachesBelow(cell, ap - FARTHEST)))
        throw fail(
          index,
          `#${index}->#${target}: Got 'Offset overflow' error while moving ` +
            `${variableName(program, variable)} introduced at ${origin(program, found)}.`,
        );
  }

  function pay(index: number, target: number, wallet: State, cost: BranchCost): void {
    const rest = payBranch(wallet, cost, index, solution);
    if (rest === wallet) return;
    const missing = rest.plain >= 0 && rest.tokens === wallet.tokens ? undefined : shortOf(rest);
    if (missing !== undefined) {
      const paid = difference(wallet, rest);
      throw fail(
        index,
        `#${index}->#${target}: Ran out of gas (${missing}) in the wallet, requested ${showWallet(paid)} ` +
          `causing state GasWallet::Value(${showWallet(rest)}).`,
      );
    }
    wallet.plain = rest.plain;
    wallet.tokens = rest.tokens;
  }

  /** Keeps the state for a statement, or compares it with what an earlier flow brought there. */
  function arrive(index: number, state: State): void {
    const known = states[index];
    if (!known) {
      states[index] = state;
      return;
    }
    if (known.function !== state.function) throw fail(index, `#${index}: Belongs to two different functions.`);
    if (!sameTracking(known, state)) throw fail(index, `#${index}: Inconsistent ap tracking.`);
    if (!sameFrame(known.frame, state.frame)) throw fail(index, `#${index}: Inconsistent frame state.`);
    if (!sameWallet(known, state)) throw fail(index, `#${index}: Inconsistent gas wallet state.`);
    compared += state.variables.size;
    if (compared > MOST_COMPARED)
      throw new SierraError('limits', 'The program keeps too many variables alive where its branches meet.');
    const difference = isSame(known, state) ? undefined : differenceBetween(known, state, program);
    if (difference !== undefined) throw fail(index, `#${index}: Inconsistent references annotations: ${difference}`);
    if (!known.mayMerge) throw fail(index, `#${index}: Invalid convergence.`);
  }
}

const fail = (statement: number, message: string): SierraError => new SierraError('compile', message, { statement });

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
