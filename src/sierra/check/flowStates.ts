import type { Cells } from '../casm/cell.ts';
import type { Frame } from '../libfuncs/libfunc.ts';
import type { BranchSignature } from '../libfuncs/signature.ts';
import { type Branch, type Program, RETURN, targetOf, typeName, variableName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost, LibfuncEffects } from '../solve/effects.ts';
import { dependsOnAp, reachesBelow } from './cellIdentity.ts';
import { findDifference, haveSameVariables, sameFrame, sameTracking } from './compareStates.ts';
import { FUNCTION_START, origin, type Reference, type State, showTracking, type Tracking } from './flowState.ts';
import type { Registry } from './registry.ts';
import { OFF_STACK } from './stack.ts';
import { fork, type Variables } from './variables.ts';
import {
  difference,
  EMPTY_WALLET,
  functionWallet,
  missingToken,
  payBranch,
  type Solution,
  sameWallet,
  showWallet,
} from './wallet.ts';

/** What the lowering of a statement starts from. */
export interface StatementInput {
  readonly args: readonly Cells[];
  readonly ap: number;
  readonly frame: Frame;
}

/** The result of lowering one branch of a statement. */
export interface BranchResult {
  readonly outputs: readonly Cells[];
  /** The position of ap after the branch. */
  readonly ap: number;
}

const NO_LOCALS: Frame = { state: 'before', base: 0, cells: 0 };
/** A limit on the variables compared where paths merge: about ten seconds of work. Real programs compare some thousands. */
const MAX_COMPARED_VARIABLES = 200_000_000;
/** How far below ap an instruction can address a cell. */
const MAX_REACH = 0x8000;

/** A program with the results of the registry and of the solvers. */
export interface FlowInputs {
  readonly program: Program;
  readonly registry: Registry;
  /** Indexed by libfunc. */
  readonly effects: readonly LibfuncEffects[];
  readonly solution: Solution;
  /** Whether gas is counted. */
  readonly gasCheck: boolean;
  /** The cells of each function's parameters. */
  readonly parameters: readonly (readonly Cells[])[];
}

/** The states of a program's statements, while it is lowered statement by statement. */
export interface FlowStates extends FlowInputs {
  /** The state before each statement that a path has reached and that has not been lowered yet. */
  readonly states: (State | undefined)[];
  /** The state and the arguments of the statement that was entered last. */
  state: State | undefined;
  args: readonly Reference[];
  /** The number of variables that were compared where paths merge. */
  compared: number;
}

/**
 * Follows the variables of a program along its control flow. It refuses what the reference compiler refuses: variables that are
 * missing, unused or of another type, and paths that merge with different states.
 */
export function flowStates(inputs: FlowInputs): FlowStates {
  const { program, registry, effects, solution, gasCheck, parameters } = inputs;
  const flow: FlowStates = {
    program,
    registry,
    effects,
    solution,
    gasCheck,
    parameters,
    states: new Array<State | undefined>(program.statements.length).fill(undefined),
    state: undefined,
    args: [],
    compared: 0,
  };
  for (let id = 0; id < program.functions.length; id++)
    merge(flow, program.functions[id]!.entry, functionState(inputs, id));
  return flow;
}

/** The state at the start of a function. */
function functionState({ program, parameters, gasCheck, solution }: FlowInputs, id: number): State {
  const { entry, params, variables: names } = program.functions[id]!;
  const variables = new Map<number, Reference>();
  names.forEach((variable, i) => {
    if (variables.has(variable)) throw fail(entry, `#${entry}: Invalid function declaration.`);
    // The reference compiler numbers parameters from the last one.
    const output = names.length - 1 - i;
    const cells = parameters[id]![i]!;
    variables.set(variable, { type: params[i]!, cells, slot: OFF_STACK, source: -1 - entry, output });
  });
  const { plain, tokens } = gasCheck ? functionWallet(solution, id) : EMPTY_WALLET;
  return {
    function: id,
    variables,
    tracking: { base: FUNCTION_START, from: 0 },
    frame: NO_LOCALS,
    top: 0,
    plain,
    tokens,
    ap: 0,
    mayMerge: false,
  };
}

/** Starts a statement: takes its arguments from its state. */
export function enterStatement(flow: FlowStates, index: number): StatementInput {
  const { states, program, registry, effects } = flow;
  const found = states[index];
  if (!found) throw fail(index, 'MissingAnnotationsForStatement');
  // The states of later jumps to a loop header are compared with this one.
  states[index] = registry.isLoopHeader[index] === 1 ? copyState(found) : undefined;
  const { args: names, libfunc } = program.statements[index]!;
  const { variables, ap, frame } = found;
  const count = names.length;
  const cells = new Array<Cells>(count);
  const args = new Array<Reference>(count);
  for (let i = 0; i < count; i++) {
    const variable = names[i]!;
    const arg = variables.get(variable);
    if (!arg) throw fail(index, `#${index}: ${variableName(program, variable)} is undefined.`);
    variables.delete(variable);
    args[i] = arg;
    cells[i] = arg.cells;
  }
  flow.state = found;
  flow.args = args;
  if (libfunc === RETURN) checkReturn(flow, index, found);
  else {
    checkTypes(flow, index, registry.signatures[libfunc]!.params);
    const kind = effects[libfunc]!.branches[0]?.ap.kind;
    if (kind === 'alloc' || kind === 'finalize') checkLocals(index, found, kind);
  }
  return { args: cells, ap, frame };
}

function checkTypes({ args, program, registry }: FlowStates, index: number, expected: readonly number[]): void {
  const { sizeless } = registry;
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

function checkReturn(flow: FlowStates, index: number, state: State): void {
  const { program, solution } = flow;
  const { variables, function: id, frame } = state;
  if (variables.size > 0)
    for (const leftOver of variables.keys())
      throw fail(index, `${variableName(program, leftOver)} is dangling at #${index}.`);
  const change = solution.ap.functions[id];
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
  checkTypes(flow, index, program.functions[id]!.returns);
  if (frame.state === 'allocating')
    throw fail(index, `#${index}: locals were allocated but finalize_locals was not called.`);
}

/** Completes the statement that was entered last: passes its state on to its targets. `frame` is the frame after it. */
export function leaveStatement(flow: FlowStates, index: number, outcomes: readonly BranchResult[], frame: Frame): void {
  const { program, registry, effects, states } = flow;
  const state = flow.state!;
  const { libfunc, branches } = program.statements[index]!;
  const shapes = registry.signatures[libfunc]!.branches;
  const effectsByBranch = effects[libfunc]!.branches;
  const count = outcomes.length;
  const branching = count > 1;
  if (count !== branches.length) throw fail(index, `#${index}: Libfunc invocation branch count mismatch`);
  let output = 0;
  for (let b = 0; b < count; b++) {
    const branch = branches[b]!;
    const target = targetOf(branch, index);
    if (branching && !isAlign(flow, target)) throw fail(index, `#${index}->#${target}: Expected branch align`);
    if (branching && states[target]) throw fail(index, `#${index}->#${target}: Annotation was already set.`);
    const next = b === count - 1 ? state : copyState(state);
    const { ap } = outcomes[b]!;
    const { ap: effect, cost } = effectsByBranch[b]!;
    const isKnown = isKnownChange(flow.solution, effect);
    refuseLostVariables(program, index, target, next, isKnown ? ap : undefined);
    bindOutputs(flow, index, target, next, branch, shapes[b]!, outcomes[b]!.outputs, output);
    output += shapes[b]!.outputs.length;
    next.tracking = isKnown ? trackAfter(index, target, next.tracking, effect.kind, ap) : undefined;
    next.frame = frame;
    if (flow.gasCheck) pay(flow, index, target, next, cost);
    next.ap = ap;
    next.mayMerge = !branching;
    merge(flow, target, next);
  }
}

/** Refuses variables that can no longer be addressed after a branch, which moves ap to `ap` or, if not known, anywhere. */
function refuseLostVariables(
  program: Program,
  index: number,
  target: number,
  { variables, ap: before }: State,
  ap: number | undefined,
): void {
  if (ap === undefined) refuseUnknownMove(program, index, target, variables);
  else if (ap !== before && ap > MAX_REACH) refuseOutOfReach(program, index, target, variables, ap);
}

/** Adds the outputs of a branch to the variables of its state; `first` is the index of its first output. */
function bindOutputs(
  { program, args }: FlowStates,
  index: number,
  target: number,
  state: State,
  { results }: Branch,
  { outputs, keepsStack }: BranchSignature,
  cells: readonly Cells[],
  first: number,
): void {
  const { variables } = state;
  // If the branch does not keep the stack, one slot stays empty, which marks the end of the known stack.
  const bottom = keepsStack ? state.top : state.top + 1;
  let top = bottom;
  for (let i = 0; i < outputs.length; i++) {
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
      variables.set(variable, { type, cells: cells[i]!, slot, source: index, output: first + i });
    }
  }
  state.top = top;
}

/** A copy of a state for another branch. */
function copyState(original: State): State {
  const [kept, variables] = fork(original.variables);
  original.variables = kept;
  return {
    function: original.function,
    variables,
    tracking: original.tracking,
    frame: original.frame,
    top: original.top,
    plain: original.plain,
    tokens: original.tokens,
    ap: original.ap,
    mayMerge: original.mayMerge,
  };
}

function isAlign({ program, registry }: FlowStates, index: number): boolean {
  const branches = registry.signatures[program.statements[index]!.libfunc]?.branches;
  return branches?.length === 1 && branches[0]!.align;
}

/** Whether the distance that a branch moves ap is known. */
function isKnownChange(solution: Solution, effect: ApEffect): boolean {
  if (effect.kind === 'call') return solution.ap.functions[effect.function] !== undefined;
  return effect.kind !== 'unknown';
}

/** Refuses variables with cells relative to ap where ap moves by an unknown distance. */
function refuseUnknownMove(program: Program, index: number, target: number, variables: Variables<Reference>): void {
  for (const [variable, found] of variables)
    if (found.cells.some(dependsOnAp))
      throw fail(
        index,
        `#${index}->#${target}: Got 'Unknown ap change' error while moving ` +
          `${variableName(program, variable)} introduced at ${origin(program, found)}.`,
      );
}

/** Refuses variables with cells further below ap than an instruction can address, even if they are not used. */
function refuseOutOfReach(
  program: Program,
  index: number,
  target: number,
  variables: Variables<Reference>,
  ap: number,
): void {
  for (const [variable, found] of variables)
    if (found.cells.some((cell) => reachesBelow(cell, ap - MAX_REACH)))
      throw fail(
        index,
        `#${index}->#${target}: Got 'Offset overflow' error while moving ` +
          `${variableName(program, variable)} introduced at ${origin(program, found)}.`,
      );
}

function pay({ solution }: FlowStates, index: number, target: number, wallet: State, cost: BranchCost): void {
  const rest = payBranch(wallet, cost, index, solution);
  if (rest === wallet) return;
  const missing = rest.plain >= 0 && rest.tokens === wallet.tokens ? undefined : missingToken(rest);
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

/** Stores the state of a path that reaches a statement, or compares it with the state of an earlier path. */
function merge(flow: FlowStates, index: number, state: State): void {
  const existing = flow.states[index];
  if (!existing) {
    flow.states[index] = state;
    return;
  }
  if (existing.function !== state.function) throw fail(index, `#${index}: Belongs to two different functions.`);
  if (!sameTracking(existing, state)) throw fail(index, `#${index}: Inconsistent ap tracking.`);
  if (!sameFrame(existing.frame, state.frame)) throw fail(index, `#${index}: Inconsistent frame state.`);
  if (!sameWallet(existing, state)) throw fail(index, `#${index}: Inconsistent gas wallet state.`);
  flow.compared += state.variables.size;
  if (flow.compared > MAX_COMPARED_VARIABLES)
    throw new SierraError('limits', 'The program keeps too many variables alive where its branches meet.');
  const found = haveSameVariables(existing, state) ? undefined : findDifference(existing, state, flow.program);
  if (found !== undefined) throw fail(index, `#${index}: Inconsistent references annotations: ${found}`);
  if (!existing.mayMerge) throw fail(index, `#${index}: Invalid convergence.`);
}

const fail = (statement: number, message: string): SierraError => new SierraError('compile', message, { statement });

/** Locals must be allocated together, while the position of ap in the frame is known. */
function checkLocals(index: number, { frame, tracking, ap }: State, kind: 'alloc' | 'finalize'): void {
  const inPlace =
    tracking?.base === FUNCTION_START && (frame.state !== 'allocating' || frame.base === ap - tracking.from);
  const name = kind === 'alloc' ? 'alloc_local' : 'finalize_locals';
  if (frame.state === 'finalized' || !inPlace) throw fail(index, `#${index}: ${name} is not allowed at this point.`);
}

/** The ap tracking after a branch that moves ap by a known distance to `ap`. */
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
