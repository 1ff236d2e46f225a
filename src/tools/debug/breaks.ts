import { lastAtOrBefore } from '../../execution/lastAtOrBefore.ts';
import { conditionHolds, functionStarts, isSameFile, lineWithCode } from './breakpoints.ts';
import type { DebugClass } from './debugClass.ts';
import {
  BREAK_KINDS,
  type BreakKind,
  type BreakOptions,
  type Breakpoint,
  type FunctionBreakpoint,
  type StopReason,
} from './debuggerTypes.ts';
import type { Effects } from './effects.ts';
import { conditionFault, fillMessage } from './evaluate.ts';
import { HIT_FORMS, type HitCondition, hitStops, readHitCondition } from './hitCondition.ts';
import { localsOf } from './locals.ts';
import type { Moves } from './moves.ts';
import { panicMoments } from './panicMoments.ts';
import { topFrame } from './stack.ts';
import type { CallSearch, DebugCall, Search, Timeline } from './timeline.ts';

/** Where the debugger stops, and why. */
interface Stop {
  readonly moment: number;
  readonly reason: StopReason;
}

type Locals = () => ReturnType<typeof localsOf>;

/** A breakpoint that is found by the instructions of a class. */
interface CodeBreak {
  readonly options: BreakOptions;
  readonly hit: HitCondition | undefined;
  /** The instructions that it stops at. */
  readonly pcsIn: (own: DebugClass) => readonly number[];
}

/** The breakpoints of a debugger, and the search for them. */
export class Breaks {
  /** Called with the messages of breakpoints that a search forward passes, and with what is wrong with their conditions. */
  onLog: ((message: string) => void) | undefined;
  readonly #timeline: Timeline;
  readonly #effects: Effects;
  readonly #moves: Moves;
  #lines: { readonly file: string; readonly code: CodeBreak }[] = [];
  #functions: CodeBreak[] = [];
  #written: readonly number[] = [];
  readonly #kinds = new Set<BreakKind>();
  readonly #moments = new Map<BreakKind, readonly number[]>();
  /** The moments at which breakpoints with a hit condition are reached. */
  readonly #hits = new WeakMap<CodeBreak, readonly number[]>();

  constructor(timeline: Timeline, effects: Effects, moves: Moves) {
    this.#timeline = timeline;
    this.#effects = effects;
    this.#moves = moves;
  }

  addLine(file: string, line: number, options: BreakOptions): Breakpoint {
    const hit = checked(options);
    const found = lineWithCode(file, line, this.#classes());
    const breakpoint = { ...options, file, line: found ?? line, isVerified: found !== undefined };
    const pcsIn = (own: DebugClass) => own.pcsOf((place) => place.line === found && isSameFile(place.file!, file));
    this.#lines.push({ file, code: { options, hit, pcsIn } });
    return breakpoint;
  }

  addFunction(name: string, options: BreakOptions): FunctionBreakpoint {
    const hit = checked(options);
    const pcs = new Map([...this.#classes()].map((own) => [own, functionStarts(name, own)] as const));
    this.#functions.push({ options, hit, pcsIn: (own) => pcs.get(own) ?? [] });
    return { ...options, name, isVerified: [...pcs.values()].some((each) => each.length > 0) };
  }

  /** Stops before storage variables are written, by the names that `storage()` shows. Returns which of them are written at all. */
  setWritten(names: readonly string[]): readonly boolean[] {
    const moments = names.map((name) => this.#effects.momentsOfCell(name));
    this.#written = [...new Set(moments.flat())].sort((a, b) => a - b);
    return moments.map((each) => each.length > 0);
  }

  addKinds(kinds: readonly BreakKind[]): void {
    for (const kind of kinds)
      if (!BREAK_KINDS.includes(kind))
        throw new TypeError(
          `breakOn: '${kind}' is not known. Pass ${BREAK_KINDS.map((each) => `'${each}'`).join(', ')}.`,
        );
    for (const kind of kinds) this.#kinds.add(kind);
  }

  clearKinds(): void {
    this.#kinds.clear();
  }

  clearLines(file?: string): void {
    this.#lines = file === undefined ? [] : this.#lines.filter((each) => !isSameFile(each.file, file));
  }

  clearFunctions(): void {
    this.#functions = [];
  }

  #classes(): ReadonlySet<DebugClass> {
    return new Set(this.#timeline.calls.map((call) => call.class));
  }

  /** The first stop behind a moment, up to the moment `last`. */
  *next(moment: number, last = this.#timeline.length): Search<Stop | undefined> {
    const [reason, nearest] = this.#nearest((moments) => moments[lastBefore(moments, moment + 1) + 1], -1);
    const known = nearest !== undefined && nearest <= last ? nearest : undefined;
    for (const _ of this.#countHits()) yield moment;
    if (moment >= this.#timeline.length) return undefined;
    const until = known ?? last;
    const code = yield* this.#timeline.searchNext(moment, this.#codeSearch(this.#allCode(), true), until);
    if (code !== undefined) return { moment: code, reason: 'breakpoint' };
    return known === undefined ? undefined : { moment: known, reason };
  }

  /** The last stop before a moment, down to the moment `first`. */
  *previous(moment: number, first = 0): Search<Stop | undefined> {
    for (const _ of this.#countHits()) yield moment;
    const [reason, nearest] = this.#nearest((moments) => moments[lastBefore(moments, moment)], 1);
    const known = nearest !== undefined && nearest >= first ? nearest : undefined;
    const search = this.#codeSearch(this.#allCode(), false);
    const code = yield* this.#timeline.searchPrevious(moment, search, known ?? first);
    if (code !== undefined) return { moment: code, reason: 'breakpoint' };
    return known === undefined ? undefined : { moment: known, reason };
  }

  #allCode(): readonly CodeBreak[] {
    return [...this.#lines.map(({ code }) => code), ...this.#functions];
  }

  /**
   * The nearest panic, storage write or event at which moves stop. Unlike those of code, these moments are known without a search.
   * `order` is -1 for the earliest and 1 for the latest.
   */
  #nearest(find: (moments: readonly number[]) => number | undefined, order: number): readonly [StopReason, number?] {
    let nearest: readonly [StopReason, number?] = ['panic'];
    const take = (reason: StopReason, moment: number | undefined) => {
      if (moment !== undefined && (nearest[1] === undefined || (moment - nearest[1]) * order > 0))
        nearest = [reason, moment];
    };
    for (const kind of this.#kinds) take(kind, find(this.momentsOf(kind)));
    take('storage', find(this.#written));
    return nearest;
  }

  /** The moments of panics, storage writes or events, ascending. */
  momentsOf(kind: BreakKind): readonly number[] {
    let moments = this.#moments.get(kind);
    if (!moments) {
      moments =
        kind === 'panic' ? panicMoments(this.#timeline) : this.#effects.moments(kind === 'storage' ? 'write' : 'event');
      this.#moments.set(kind, moments);
    }
    return moments;
  }

  /** Finds breakpoints. A search forward passes on log messages. */
  #codeSearch(breaks: readonly CodeBreak[], isForward: boolean): (call: DebugCall) => CallSearch | undefined {
    const searches = new Map<DebugClass, ReadonlyMap<number, readonly CodeBreak[]>>();
    return (call) => {
      const { class: own, trace } = call;
      let byPc = searches.get(own);
      if (!byPc) searches.set(own, (byPc = breaksByPc(breaks, own)));
      if (byPc.size === 0) return undefined;
      const pcs = [...byPc.keys()];
      return {
        skips: (chunk) => !pcs.some((pc) => trace.mayRun(chunk, pc)),
        finds: (pc, fp, step) => {
          const found = byPc.get(pc);
          if (!found || (own.hasSource && !this.#moves.isArrival(call, step, fp, own.placeAt[pc]!))) return false;
          const moment = this.#timeline.momentOf({ call, step });
          const locals = once(() => localsOf(topFrame(this.#timeline.at(moment))!));
          return found.some((each) => this.#stopsAt(each, moment, locals, isForward));
        },
      };
    };
  }

  #stopsAt(code: CodeBreak, moment: number, locals: Locals, isForward: boolean): boolean {
    const { hit, options } = code;
    const onFault = isForward ? this.onLog : undefined;
    if (!(hit ? this.#isHit(code, hit, moment, locals) : conditionHolds(options, locals, onFault))) return false;
    if (options.log === undefined) return true;
    if (isForward && this.onLog) this.onLog(fillMessage(options.log, locals()));
    return false;
  }

  #isHit(code: CodeBreak, hit: HitCondition, moment: number, locals: Locals): boolean {
    const moments = this.#hits.get(code);
    // While hits are counted, each arrival is one.
    if (!moments) return conditionHolds(code.options, locals);
    const index = lastBefore(moments, moment + 1);
    return moments[index] === moment && hitStops(hit, index + 1);
  }

  /** Finds all arrivals at breakpoints with a hit condition. They are the same however the user moves. */
  *#countHits(): Search<void> {
    for (const code of this.#allCode()) {
      if (!code.hit || this.#hits.has(code)) continue;
      const counted = { ...code, options: { ...code.options, log: undefined } };
      const search = this.#codeSearch([counted], false);
      const moments: number[] = [];
      for (let at: number | undefined = -1; ; ) {
        at = yield* this.#timeline.searchNext(at, search);
        if (at === undefined) break;
        moments.push(at);
      }
      this.#hits.set(code, moments);
    }
  }
}

/** The same value each time, made when it is first asked for: many breakpoints may be at one moment. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Refuses options that cannot be understood. Returns the hit condition. */
function checked({ hit, condition }: BreakOptions): HitCondition | undefined {
  const fault = condition === undefined || condition.trim() === '' ? undefined : conditionFault(condition);
  if (fault !== undefined) throw new TypeError(`condition: ${fault}`);
  if (hit === undefined) return undefined;
  const found = readHitCondition(`${hit}`);
  if (!found) throw new TypeError(`hit: '${hit}' is not a number of hits. Write ${HIT_FORMS}.`);
  return found;
}

function breaksByPc(breaks: readonly CodeBreak[], own: DebugClass): ReadonlyMap<number, readonly CodeBreak[]> {
  const found = new Map<number, CodeBreak[]>();
  for (const code of breaks)
    for (const pc of code.pcsIn(own)) {
      const list = found.get(pc);
      if (list) list.push(code);
      else found.set(pc, [code]);
    }
  return found;
}

/** The index of the last of some ascending moments before a moment; -1 if there is none. */
const lastBefore = (moments: readonly number[], moment: number): number =>
  lastAtOrBefore(moments.length, (i) => moments[i]!, moment - 1);
