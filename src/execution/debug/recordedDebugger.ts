import { formatFelt } from '../../felt/felt.ts';
import { argumentsText } from '../explain/callNames.ts';
import type { ExplainedCall, StorageChange } from '../explain/explanation.ts';
import { panicItemsText } from '../explain/panicItems.ts';
import { conditionHolds, isSameFile, lineWithCode } from './breakpoints.ts';
import type { DebugClass } from './debugClass.ts';
import type {
  BreakKind,
  BreakOptions,
  Breakpoint,
  DebugFact,
  DebugFrame,
  Debugger,
  StopReason,
} from './debuggerTypes.ts';
import type { RecordedRun } from './debugRecorder.ts';
import type { DebugVariable } from './debugValue.ts';
import type { Effects } from './effects.ts';
import { fillMessage, findVariable } from './evaluate.ts';
import { gasOf, localsOf } from './locals.ts';
import { Moves } from './moves.ts';
import { type Frame, stackAt, topFrame } from './stack.ts';
import type { CallSearch, DebugCall, Timeline } from './timeline.ts';

/** The debugger of an execution that was recorded. */
export class RecordedDebugger implements Debugger {
  readonly #timeline: Timeline;
  readonly #effects: Effects;
  readonly #explained: ReadonlyMap<RecordedRun, ExplainedCall>;
  readonly #moves: Moves;
  readonly #allMoves: Moves;
  #moment: number;
  #reason: StopReason = 'start';
  #breakpoints: Breakpoint[] = [];
  readonly #hits = new WeakMap<Breakpoint, number | undefined>();
  readonly #kinds = new Set<BreakKind>();
  readonly #momentsOf = new Map<BreakKind, readonly number[]>();
  #stack: readonly Frame[] | undefined;
  onLog: ((message: string) => void) | undefined;

  /** @internal */
  constructor(timeline: Timeline, effects: Effects, explained: ReadonlyMap<RecordedRun, ExplainedCall>) {
    this.#timeline = timeline;
    this.#effects = effects;
    this.#explained = explained;
    const hasSource = timeline.calls.some((call) => call.class.hasSource);
    // Where a contract has source, the others are stepped over.
    this.#moves = new Moves(timeline, ({ class: own }) => (own.hasSource || !hasSource ? own.placeAt : undefined));
    this.#allMoves = new Moves(timeline, ({ class: own }) => own.listedAt);
    this.#moment = this.#moves.first() ?? timeline.length;
  }

  get moments(): number {
    return this.#timeline.length;
  }

  get moment(): number {
    return this.#moment;
  }

  get isAtEnd(): boolean {
    return this.#moment >= this.moments;
  }

  get reason(): StopReason {
    return this.#reason;
  }

  get position(): DebugFrame | undefined {
    return this.stack()[0];
  }

  stack(): readonly DebugFrame[] {
    return this.#frames().map((frame) => this.#view(frame));
  }

  #frames(): readonly Frame[] {
    this.#stack ??= this.isAtEnd ? [] : stackAt(this.#timeline.at(this.#moment));
    return this.#stack;
  }

  #view({ call, functionName, place, pc }: Frame): DebugFrame {
    const explained = this.#explained.get(call.run)!;
    let callDepth = 0;
    for (let each = call.caller; each; each = each.caller) callDepth++;
    return {
      functionName: functionName ?? explained.functionName,
      file: place?.file,
      line: place?.line ?? call.class.statementAt(pc) + 1,
      column: place?.column ?? 1,
      contractName: explained.contractName,
      contractAddress: explained.contractAddress,
      call: argumentsText(explained),
      callDepth,
    };
  }

  /** The class of the code of a frame, for its listing. @internal */
  classOf(frame = 0): DebugClass | undefined {
    return this.#frames()[frame]?.call.class;
  }

  locals(frame = 0): readonly DebugVariable[] {
    const found = this.#frames()[frame];
    return found ? localsOf(found) : [];
  }

  evaluate(path: string, frame = 0): DebugVariable | undefined {
    return findVariable(path, this.locals(frame));
  }

  /** The call of a contract that a frame belongs to. @internal */
  callOf(frame = 0): ExplainedCall | undefined {
    const found = this.#frames()[frame];
    return found && this.#explained.get(found.call.run);
  }

  storage(): readonly StorageChange[] {
    return this.#effects.storage(this.#moment);
  }

  events(): readonly DebugFact[] {
    return this.#effects.facts('event', this.#moment);
  }

  prints(): readonly DebugFact[] {
    return this.#effects.facts('print', this.#moment);
  }

  get gasLeft(): bigint | undefined {
    for (const frame of this.#frames()) {
      const gas = gasOf(frame);
      if (gas !== undefined) return gas;
    }
    return undefined;
  }

  stepIn(): DebugFrame | undefined {
    return this.#forward(this.isAtEnd ? undefined : this.#moves.stepIn(this.#moment));
  }

  step(): DebugFrame | undefined {
    return this.stepIn();
  }

  stepOver(): DebugFrame | undefined {
    return this.#forward(this.isAtEnd ? undefined : this.#moves.stepOver(this.#moment));
  }

  stepOut(): DebugFrame | undefined {
    const [frame] = this.#frames();
    return this.#forward(frame && this.#moves.stepOut(this.#moment, frame));
  }

  stepStatement(): DebugFrame | undefined {
    return this.#forward(this.isAtEnd ? undefined : this.#allMoves.stepIn(this.#moment));
  }

  stepBack(): DebugFrame | undefined {
    return this.#back(this.#moves.stepBack(this.#moment), 'step');
  }

  #forward(moment: number | undefined): DebugFrame | undefined {
    return this.goTo(moment ?? this.moments, moment === undefined ? 'end' : 'step');
  }

  #back(moment: number | undefined, reason: StopReason): DebugFrame | undefined {
    return this.goTo(moment ?? this.#moves.first() ?? this.moments, moment === undefined ? 'start' : reason);
  }

  goTo(moment: number, reason: StopReason = 'step'): DebugFrame | undefined {
    this.#moment = Math.max(0, Math.min(Math.trunc(moment) || 0, this.moments));
    this.#reason = reason;
    this.#stack = undefined;
    return this.position;
  }

  breakAt(file: string, line: number, options: BreakOptions = {}): Breakpoint {
    const found = lineWithCode(file, line, this.#classes());
    const breakpoint = { ...options, file, line: found ?? line, isVerified: found !== undefined };
    this.#breakpoints.push(breakpoint);
    return breakpoint;
  }

  breakOn(...kinds: readonly BreakKind[]): void {
    for (const kind of kinds) this.#kinds.add(kind);
  }

  stopBreakingOn(): void {
    this.#kinds.clear();
  }

  clearBreakpoints(file?: string): void {
    this.#breakpoints = file === undefined ? [] : this.#breakpoints.filter((each) => !isSameFile(each.file, file));
    if (file === undefined) this.stopBreakingOn();
  }

  #classes(): ReadonlySet<DebugClass> {
    return new Set(this.#timeline.calls.map((call) => call.class));
  }

  continue(): DebugFrame | undefined {
    const [kind, fact] = this.#nearest((moments) => moments.find((moment) => moment > this.#moment), -1);
    const search = this.#breakSearch(true, fact);
    const line = this.isAtEnd ? undefined : this.#timeline.next(this.#moment, search);
    if (fact !== undefined && (line === undefined || fact < line)) return this.goTo(fact, kind);
    return this.goTo(line ?? this.moments, line === undefined ? 'end' : 'breakpoint');
  }

  reverse(): DebugFrame | undefined {
    const line = this.#timeline.previous(this.#moment, this.#breakSearch(false));
    const [kind, fact] = this.#nearest((moments) => moments.findLast((moment) => moment < this.#moment), 1);
    if (fact !== undefined && (line === undefined || fact > line)) return this.goTo(fact, kind);
    return this.#back(line, 'breakpoint');
  }

  /** The nearest moment of all kinds of breaks; `order` is -1 for the earliest and 1 for the latest. */
  #nearest(find: (moments: readonly number[]) => number | undefined, order: number): readonly [BreakKind, number?] {
    let nearest: readonly [BreakKind, number?] = ['panic'];
    for (const kind of this.#kinds) {
      const moment = find(this.#breaksOf(kind));
      if (moment !== undefined && (nearest[1] === undefined || (moment - nearest[1]) * order > 0))
        nearest = [kind, moment];
    }
    return nearest;
  }

  #breaksOf(kind: BreakKind): readonly number[] {
    let moments = this.#momentsOf.get(kind);
    if (!moments) {
      moments = kind === 'panic' ? this.#panics() : this.#effects.moments(kind === 'storage' ? 'write' : 'event');
      this.#momentsOf.set(kind, moments);
    }
    return moments;
  }

  /** Finds breakpoints. A search forward passes on log messages, but none from behind the moment `until`. */
  #breakSearch(isForward: boolean, until = this.moments): (call: DebugCall) => CallSearch | undefined {
    const searches = new Map<DebugClass, ReadonlyMap<number, readonly Breakpoint[]>>();
    return (call) => {
      const { class: own, trace } = call;
      let byPc = searches.get(own);
      if (!byPc) searches.set(own, (byPc = this.#breaksIn(own)));
      if (byPc.size === 0) return undefined;
      const pcs = [...byPc.keys()];
      return {
        skips: (chunk) => !pcs.some((pc) => trace.mayRun(chunk, pc)),
        finds: (pc, fp, step) => {
          const breakpoints = byPc.get(pc);
          if (!breakpoints || !this.#moves.isArrival(call, step, fp, own.placeAt[pc]!)) return false;
          const moment = this.#timeline.momentOf({ call, step });
          return moment > until || breakpoints.some((each) => this.#stopsAt(each, moment, isForward));
        },
      };
    };
  }

  #breaksIn(own: DebugClass): ReadonlyMap<number, readonly Breakpoint[]> {
    const found = new Map<number, readonly Breakpoint[]>();
    if (!own.hasSource || this.#breakpoints.length === 0) return found;
    const byPlace = own.places.map(() => [] as Breakpoint[]);
    for (const [pc, place] of own.placeAt.entries()) {
      if (place < 0) continue;
      const { file, line } = own.places[place]!;
      if (byPlace[place]!.length === 0)
        byPlace[place]!.push(...this.#breakpoints.filter((each) => each.line === line && isSameFile(file!, each.file)));
      if (byPlace[place]!.length > 0) found.set(pc, byPlace[place]!);
    }
    return found;
  }

  #stopsAt(breakpoint: Breakpoint, moment: number, isForward: boolean): boolean {
    if (breakpoint.hit !== undefined && moment !== this.#nthHit(breakpoint)) return false;
    const locals = () => localsOf(topFrame(this.#timeline.at(moment))!);
    if (!conditionHolds(breakpoint, locals)) return false;
    if (breakpoint.log === undefined) return true;
    if (isForward) this.onLog?.(fillMessage(breakpoint.log, locals()));
    return false;
  }

  /** The moment at which a breakpoint is reached as often as it asks for; undefined if it never is. */
  #nthHit(breakpoint: Breakpoint): number | undefined {
    if (this.#hits.has(breakpoint)) return this.#hits.get(breakpoint);
    const kept = this.#breakpoints;
    this.#breakpoints = [{ ...breakpoint, hit: undefined, log: undefined }];
    const search = this.#breakSearch(false);
    let at: number | undefined = -1;
    for (let count = 0; at !== undefined && count < breakpoint.hit!; count++) at = this.#timeline.next(at, search);
    this.#breakpoints = kept;
    this.#hits.set(breakpoint, at);
    return at;
  }

  /** The moments at which panics start that no inner call has passed on, and errors that end the transaction. */
  #panics(): readonly number[] {
    return this.#timeline.calls
      .flatMap((call) => {
        const { info } = call.run.recorded;
        if (info && !info.failed) return [];
        const last = call.run.inner.at(-1);
        const isPassedOn = last?.program !== undefined && (!last.recorded.info || last.recorded.info.failed);
        return isPassedOn ? [] : [this.#panicIn(call)];
      })
      .sort((a, b) => a - b);
  }

  #panicIn(call: DebugCall): number {
    const { trace, run } = call;
    const { panic } = run;
    const last = Math.max(0, trace.steps - 1);
    if (!panic || !run.recorded.info) return this.#timeline.momentOf({ call, step: last });
    const [pc, fp] = [panic.pc % 2 ** 32, panic.fp % 2 ** 32];
    const found = this.#timeline.previous(call.end, (each) =>
      each === call
        ? { skips: (chunk) => !trace.mayRun(chunk, pc), finds: (at, frame) => at === pc && frame === fp }
        : undefined,
    );
    return found ?? this.#timeline.momentOf({ call, step: last });
  }

  /** A sentence about the panic that the debugger is at, or that ended the call; undefined if there is none. */
  get panic(): string | undefined {
    const end = this.callOf()?.end;
    return end?.kind === 'panicked' ? panicItemsText(end.panic) : undefined;
  }

  /** A short text about the position, such as `trade at src/market.cairo:45`. */
  toString(): string {
    const { position } = this;
    if (!position) return 'the end of the transaction';
    const name = position.functionName ?? position.contractName ?? formatFelt(position.contractAddress);
    return `${name} at ${position.file ?? 'statement'}:${position.line}`;
  }
}
