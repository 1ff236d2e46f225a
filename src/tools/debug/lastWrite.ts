import { findVariable } from './evaluate.ts';
import { localsOf } from './locals.ts';
import type { Moves } from './moves.ts';
import { sameValueSteps } from './sameValue.ts';
import { type Frame, topFrame } from './stack.ts';
import type { Search, Timeline } from './timeline.ts';

/** Whose last write is looked for. */
export interface WrittenThing {
  /** A path in the variables of a function: `order.amount`. */
  readonly variable?: string | undefined;
  /** A storage variable, with or without its contract: `Book.total`. */
  readonly cell?: string | undefined;
}

/** More lines are not looked at. COST: some milliseconds for a line of a large transaction. */
const MAX_LINES = 10_000;

/**
 * The start of the line that gave a variable of a function its value: the last one before which the function had no such variable, or
 * one with another value. For a parameter this is the line of the call. Undefined if there is no such variable or line. A variable
 * without a name, such as `[11]`, is another one in every function.
 */
export function* lastWrite(
  timeline: Timeline,
  moves: Moves,
  moment: number,
  frame: Frame | undefined,
  path: string,
): Search<number | undefined> {
  const value = frame && findVariable(path, localsOf(frame));
  if (value === undefined) return undefined;
  const {
    call: { class: own },
    pc,
  } = frame!;
  const inFunction = path.startsWith('[') ? own.functionOf(own.statementAt(pc)) : undefined;
  let { call, fp } = frame!;
  let at = moment;
  for (let lines = 0; lines < MAX_LINES; lines++) {
    // A call that has returned gave its result in the line that goes on.
    const start = lines === 0 ? moves.lineStartAt(at, { call, fp }) : at;
    const before = start < at ? start : moves.lineBefore(at, { call, fp });
    if (before === undefined || before >= at) return undefined;
    const place = timeline.at(before);
    const top = topFrame(place);
    if (!top || place.call !== call) return before;
    if (inFunction !== undefined && own.functionOf(own.statementAt(top.pc)) !== inFunction) return before;
    const earlier = findVariable(path, localsOf(top));
    if (!earlier) return before;
    const comparing = sameValueSteps(earlier, value);
    let compared = comparing.next();
    for (; !compared.done; compared = comparing.next()) yield at;
    if (!compared.value) return before;
    ({ call, fp } = top);
    at = before;
    yield at;
  }
  return undefined;
}
