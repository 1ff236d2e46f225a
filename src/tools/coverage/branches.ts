import { pathFrom } from './codePath.ts';
import type { CoverableClass, OwnPlace } from './coverableClass.ts';
import type { CoveredBranch } from './coverage.ts';
import { type Arm, joinCopies } from './joinCopies.ts';
import { isAround, spanId } from './sourceSpans.ts';

/** Libfuncs that branch because of gas, which the compiler inserts. */
const GAS = new Set(['withdraw_gas', 'withdraw_gas_all']);

const positionOf = ({ span }: OwnPlace): string => `${span.line}:${span.column}`;
/** Several expressions may begin at the same position. */
const idOf = (place: OwnPlace): string => `${positionOf(place)}-${place.span.endLine}:${place.span.endColumn}`;

/** Where a branch of a decision leads: the key is its place in the source, as far as that does not depend on who called. */
export interface Exit {
  readonly key: string | undefined;
}

/** A statement that decides, and where each of its branches leads: undefined if to another check, or to a panic of the core library. */
export interface Check {
  readonly statement: number;
  readonly exits: readonly (Exit | undefined)[];
}

/** An expression whose code branches. Comparisons of large integers branch several times, but are one decision. */
export interface Decision {
  readonly place: OwnPlace;
  readonly checks: Check[];
}

/** The key of a way out that panics. */
export const PANIC_EXIT = 'panic';

/** The decisions of a class, one for each copy of the code. */
export function decisionsOf(code: CoverableClass): readonly Decision[] {
  const decisions = new Map<string, Decision>();
  for (const [statement, place] of code.places.entries()) {
    if (!place || !isDecision(code, statement) || isAtLoop(code, place)) continue;
    const id = `${place.span.file}|${idOf(place)}|${place.copy}`;
    let decision = decisions.get(id);
    if (!decision) decisions.set(id, (decision = { place, checks: [] }));
    const exits = code.map.branches[statement]!.map(({ target }) => exitOf(code, target, place));
    // Where two branches meet before they get to code with a place, the place says nothing.
    const isAlone = (exit: Exit) => exits.filter((other) => other?.key === exit.key).length === 1;
    decision.checks.push({
      statement,
      exits: exits.map((exit) => exit && { key: isAlone(exit) ? exit.key : undefined }),
    });
  }
  return [...decisions.values()];
}

/**
 * The decisions of a class by file, and how often each arm was taken. Only those count that have at least two arms that are the user's.
 */
export function branchesOf(code: CoverableClass, ran: Float64Array): Map<string, Map<string, CoveredBranch>> {
  const { branches, libfuncs } = code.map;
  const taken = decisionsOf(code).map(({ place, checks }) => ({
    place,
    arms: checks.flatMap(({ statement, exits }, i) =>
      exits.flatMap((exit, index): Arm[] => {
        if (!exit) return [];
        const { target } = branches[statement]![index]!;
        return [{ check: `${i} ${libfuncs[statement]}`, index, key: exit.key, count: ran[target]! }];
      }),
    ),
  }));
  return byFile(taken.filter(isDecided));
}

interface TakenDecision {
  readonly place: OwnPlace;
  readonly arms: readonly Arm[];
}

/** Whether a statement branches for another reason than gas or the panic of a called function. */
const isDecision = ({ map: { branches, libfuncs, panics } }: CoverableClass, statement: number): boolean =>
  branches[statement]!.length > 1 && !GAS.has(libfuncs[statement]!) && panics[statement] !== 'matches';

/** Whether code stands outside of a loop, but has its place: it makes the iterator, or looks how the loop ended. */
const isAtLoop = ({ loops }: CoverableClass, { span, inner }: OwnPlace): boolean => {
  const id = spanId(span);
  return loops.has(id) && inner !== id;
};

/** Where a branch of a decision leads: undefined if it leads to another check of the same decision or to a panic of the core library. */
function exitOf(code: CoverableClass, target: number, from: OwnPlace): Exit | undefined {
  const { statements, panic } = pathFrom(code.map, code.frames, target);
  // Equal panics share their code, whose place may be that of another one.
  if (panic) return panic === 'check' ? undefined : { key: PANIC_EXIT };
  const isOutside = (place: OwnPlace | undefined) =>
    place !== undefined && !from.chain.some((span) => isAround(place.span, span));
  const own = statements.map((statement) => code.places[statement]).find(isOutside);
  const last = statements.at(-1)!;
  const end = code.places[last];
  if (!own && isDecision(code, last) && end?.copy === from.copy && idOf(end) === idOf(from)) return undefined;
  const isSameFunction = own?.functionName === from.functionName && own?.span.file === from.span.file;
  return { key: own && isSameFunction ? positionOf(own) : undefined };
}

/** Whether a copy has at least two arms. In another copy, the compiler may know the outcome. */
const isDecided = ({ arms }: TakenDecision): boolean =>
  new Set(arms.map(({ check, index, key }) => key ?? `~${check} ${index}`)).size > 1;

function byFile(decisions: readonly TakenDecision[]): Map<string, Map<string, CoveredBranch>> {
  const places = new Map<string, TakenDecision[]>();
  for (const decision of decisions) {
    const id = `${decision.place.span.file}|${idOf(decision.place)}`;
    const copies = places.get(id);
    if (copies) copies.push(decision);
    else places.set(id, [decision]);
  }
  const files = new Map<string, Map<string, CoveredBranch>>();
  for (const copies of places.values()) {
    const arms = joinCopies(copies.map((copy) => copy.arms));
    if (arms.size < 2) continue;
    const { place } = copies[0]!;
    const { file, line, column } = place.span;
    let found = files.get(file);
    if (!found) files.set(file, (found = new Map()));
    found.set(idOf(place), { line, column, arms });
  }
  return files;
}
