// Compares the states of two paths where they merge.
import type { Frame } from '../libfuncs/libfunc.ts';
import { type Program, typeName, variableName } from '../program.ts';
import { dependsOnAp, sameCells, showCells } from './cellIdentity.ts';
import { origin, type Reference, type State } from './flowState.ts';
import { depthOf, floorOf, OFF_STACK } from './stack.ts';

type ApTracking = Pick<State, 'tracking' | 'ap'>;

export function sameTracking(a: ApTracking, b: ApTracking): boolean {
  if (!a.tracking || !b.tracking) return a.tracking === b.tracking;
  return a.tracking.base === b.tracking.base && a.ap - a.tracking.from === b.ap - b.tracking.from;
}

export function sameFrame(a: Frame, b: Frame): boolean {
  if (a.state !== b.state || a.state === 'before') return a.state === b.state;
  return a.cells === b.cells && (a.state === 'finalized' || a.base === b.base);
}

/**
 * A fast comparison of the variables of two states. They are nearly always the same; if this returns true, `findDifference` would
 * find no difference. Variables that are all at the same distance from the top of the stack are also at the same depth.
 */
export function haveSameVariables({ variables: known, top: knownTop, ap: knownAp }: State, state: State): boolean {
  const { variables, top, tracking } = state;
  if (known.size !== variables.size) return false;
  const moved = state.ap - knownAp;
  /** Which slots hold variables, from the top down, and how many of them have to be known. */
  const taken = new Array<boolean>(variables.size).fill(false);
  let lowest = 0;
  for (const variable of variables.keys()) {
    const actual = variables.get(variable)!;
    const expected = known.get(variable);
    if (expected === undefined || actual.type !== expected.type) return false;
    const { slot, cells } = actual;
    if (slot === OFF_STACK || expected.slot === OFF_STACK) {
      if (slot !== expected.slot) return false;
    } else if (top - slot !== knownTop - expected.slot) return false;
    if (!sameCells(expected.cells, cells, moved)) return false;
    const below = top - slot;
    if (slot !== OFF_STACK && below <= taken.length) taken[below - 1] = true;
    if (tracking && actual.source === expected.source && actual.output === expected.output) continue;
    if (!cells.some(dependsOnAp)) continue;
    if (slot === OFF_STACK) return false;
    if (below > lowest) lowest = below;
  }
  for (let i = 0; i < lowest; i++) if (taken[i] !== true) return false;
  return true;
}

/** Describes the first difference between the variables of two states that merge. */
export function findDifference(known: State, state: State, program: Program): string | undefined {
  if (known.variables.size !== state.variables.size) return 'Variable count mismatch.';
  const knownFloor = floorOf(known.variables, known.top);
  const floor = floorOf(state.variables, state.top);
  for (const [variable, actual] of state.variables) {
    const expected = known.variables.get(variable);
    if (!expected) return `Missing expected variable ${variableName(program, variable)}.`;
    const depth = depthOf(actual, floor);
    const expectedDepth = depthOf(expected, knownFloor);
    const found = compareReferences(known, expected, expectedDepth, state, actual, depth, program);
    if (found === undefined) continue;
    const name = variableName(program, variable);
    if (found === UNTRACKED) return `Ap tracking is disabled while trying to merge ${name}.`;
    return `Variable ${name} ${found[0]} mismatch. Expected \`${found[1]}\`, got \`${found[2]}\`.`;
  }
  return undefined;
}

const UNTRACKED = 'apart';

/** The difference between a variable in two states: what differs, the expected value, and the actual value. */
function compareReferences(
  known: State,
  expected: Reference,
  expectedDepth: number,
  state: State,
  actual: Reference,
  depth: number,
  program: Program,
): readonly [string, string, string] | typeof UNTRACKED | undefined {
  if (actual.type !== expected.type) return ['type', typeName(program, expected.type), typeName(program, actual.type)];
  if (!sameCells(expected.cells, actual.cells, state.ap - known.ap))
    return ['expression', showCells(expected.cells, known.ap), showCells(actual.cells, state.ap)];
  if (depth !== expectedDepth) return ['stack index', showDepth(expectedDepth), showDepth(depth)];
  if (depth >= 0 || !actual.cells.some(dependsOnAp)) return undefined;
  if (!state.tracking) return UNTRACKED;
  const sameOrigin = actual.source === expected.source && actual.output === expected.output;
  return sameOrigin ? undefined : ['introduction point', origin(program, expected), origin(program, actual)];
}

const showDepth = (depth: number): string => (depth < 0 ? 'None' : `Some(${depth})`);
