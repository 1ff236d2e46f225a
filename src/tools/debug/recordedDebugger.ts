import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { argumentsText } from '../explain/callNames.ts';
import type { ExplainedCall } from '../explain/explanation.ts';
import { panicItemsText } from '../explain/panicItems.ts';
import { Breaks } from './breaks.ts';
import type { DebugClass } from './debugClass.ts';
import type {
  BreakKind,
  BreakOptions,
  Breakpoint,
  DebugFact,
  DebugFrame,
  Debugger,
  DebugStorageChange,
  FunctionBreakpoint,
  StopReason,
} from './debuggerTypes.ts';
import type { RecordedRun } from './debugRecorder.ts';
import type { DebugVariable } from './debugValue.ts';
import type { Effects } from './effects.ts';
import { EvaluationError, evaluate } from './evaluate.ts';
import { lastWrite, type WrittenThing } from './lastWrite.ts';
import { gasOf, localsOf } from './locals.ts';
import { Moves } from './moves.ts';
import { type SourceFile, sourceFiles } from './sourceFiles.ts';
import { type Frame, stackAt } from './stack.ts';
import { type DebugCall, finishSearch, type Search, type Timeline } from './timeline.ts';

/** What a debugger can be told to do. */
export type Move = 'in' | 'over' | 'out' | 'statement' | 'back' | 'backIn' | 'continue' | 'reverse';

/** A call of a contract, from its first moment to behind its last one. */
export interface DebugSpan {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly contractName: string | undefined;
  readonly contractAddress: Felt;
  readonly functionName: string | undefined;
  readonly hasFailed: boolean;
}

/** The debugger of an execution that was recorded. */
export class RecordedDebugger implements Debugger {
  readonly warning: string | undefined;
  readonly #timeline: Timeline;
  readonly #effects: Effects;
  readonly #explained: ReadonlyMap<RecordedRun, ExplainedCall>;
  readonly #moves: Moves;
  /** From one Sierra statement to the next, also where there is source. */
  readonly #statementMoves: Moves;
  #moment: number;
  #reason: StopReason = 'start';
  readonly #breaks: Breaks;
  #stack: readonly Frame[] | undefined;
  #classByFile: ReadonlyMap<string, FeltKey> | undefined;

  /** @internal */
  constructor(
    timeline: Timeline,
    effects: Effects,
    explained: ReadonlyMap<RecordedRun, ExplainedCall>,
    warning: string | undefined = undefined,
  ) {
    this.warning = warning;
    this.#timeline = timeline;
    this.#effects = effects;
    this.#explained = explained;
    const hasSource = timeline.calls.some((call) => call.class.hasSource);
    // Where a contract has source, the others are stepped over.
    this.#moves = new Moves(timeline, ({ class: own }) => (own.hasSource || !hasSource ? own.placeAt : undefined));
    this.#statementMoves = new Moves(timeline, ({ class: own }) => own.listedAt);
    this.#breaks = new Breaks(timeline, effects, this.#moves);
    this.#moment = this.#moves.lineFrom(0) ?? timeline.length;
  }

  get onLog(): ((message: string) => void) | undefined {
    return this.#breaks.onLog;
  }

  set onLog(log: ((message: string) => void) | undefined) {
    this.#breaks.onLog = log;
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
    return {
      functionName: functionName ?? explained.functionName,
      file: place?.file,
      line: place?.line ?? call.class.statementAt(pc) + 1,
      column: place?.column ?? 1,
      contractName: explained.contractName,
      contractAddress: formatFelt(explained.contractAddress),
      call: argumentsText(explained),
      callDepth: depthOf(call.caller),
    };
  }

  /** The bytes of memory that it keeps. @internal */
  get bytes(): number {
    const classes = new Set(this.#timeline.calls.map((call) => call.class));
    const compiled = [...classes].reduce((sum, { bytes }) => sum + bytes, 0);
    return this.#timeline.calls.reduce((sum, { run }) => sum + 8 * run.memory!.size, compiled);
  }

  /** The calls of contracts in the order in which they began. @internal */
  get calls(): readonly DebugSpan[] {
    return this.#timeline.calls.map(({ run, start, end, caller }) => {
      const { contractName, contractAddress, functionName, end: last } = this.#explained.get(run)!;
      const hasFailed = last.kind !== 'returned';
      return { start, end, depth: depthOf(caller), contractName, contractAddress, functionName, hasFailed };
    });
  }

  /** The moments of panics, storage writes or events. @internal */
  momentsOf(kind: BreakKind): readonly number[] {
    return this.#breaks.momentsOf(kind);
  }

  /** The source files of all classes. @internal */
  get files(): readonly SourceFile[] {
    return sourceFiles(new Set(this.#timeline.calls.map((call) => call.class)));
  }

  /** The hash of a class that was built from a source file. @internal */
  classWith(file: string): FeltKey | undefined {
    this.#classByFile ??= this.#classesByFile();
    return this.#classByFile.get(file);
  }

  /** COST: looks at the lines of each class once; there may be many calls of one class. */
  #classesByFile(): ReadonlyMap<string, FeltKey> {
    const byFile = new Map<string, FeltKey>();
    const seen = new Set<DebugClass>();
    for (const { class: own, run } of this.#timeline.calls) {
      const { classHash } = this.#explained.get(run)!;
      if (seen.has(own) || classHash === undefined) continue;
      seen.add(own);
      for (const { file } of own.sourceLines) if (!byFile.has(file)) byFile.set(file, keyOf(classHash));
    }
    return byFile;
  }

  /** The class of the code of a frame, for its listing. @internal */
  classOf(frame = 0): DebugClass | undefined {
    return this.#frames()[frame]?.call.class;
  }

  locals(frame = 0): readonly DebugVariable[] {
    const found = this.#frames()[frame];
    return found ? localsOf(found) : [];
  }

  evaluate(expression: string, frame = 0): DebugVariable | undefined {
    try {
      return this.valueAt(expression, frame);
    } catch (error) {
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  }

  /** The value of an expression. Throws an EvaluationError with the reason if it has none. @internal */
  valueAt(expression: string, frame = 0): DebugVariable {
    return evaluate(expression, this.locals(frame));
  }

  /** The call of a contract that a frame belongs to. @internal */
  callOf(frame = 0): ExplainedCall | undefined {
    const found = this.#frames()[frame];
    return found && this.#explained.get(found.call.run);
  }

  storage(): readonly DebugStorageChange[] {
    return this.#effects.storage(this.#moment);
  }

  /** The storage that the transaction writes at some time. @internal */
  writtenStorage(): readonly DebugStorageChange[] {
    return this.#effects.writtenStorage();
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
    return finishSearch(this.moving('in'));
  }

  step(): DebugFrame | undefined {
    return this.stepIn();
  }

  stepOver(): DebugFrame | undefined {
    return finishSearch(this.moving('over'));
  }

  stepOut(): DebugFrame | undefined {
    return finishSearch(this.moving('out'));
  }

  stepStatement(): DebugFrame | undefined {
    return finishSearch(this.moving('statement'));
  }

  stepBack(): DebugFrame | undefined {
    return finishSearch(this.moving('back'));
  }

  stepBackIn(): DebugFrame | undefined {
    return finishSearch(this.moving('backIn'));
  }

  continue(): DebugFrame | undefined {
    return finishSearch(this.moving('continue'));
  }

  reverse(): DebugFrame | undefined {
    return finishSearch(this.moving('reverse'));
  }

  /**
   * Moves in steps, which a caller may end: then the debugger has not moved. It goes where the move leads, but not past a breakpoint
   * on the way. @internal
   */
  *moving(move: Move): Search<DebugFrame | undefined> {
    const isBack = move === 'back' || move === 'backIn' || move === 'reverse';
    const target = this.isAtEnd && !isBack ? undefined : this.#targetOf(move);
    // A move back from before the first line stays.
    const bound = target ?? (isBack ? Math.min(this.#moves.lineFrom(0) ?? 0, this.#moment) : this.moments);
    const stop = yield* isBack ? this.#breaks.previous(this.#moment, bound) : this.#breaks.next(this.#moment, bound);
    if (stop) return this.goTo(stop.moment, stop.reason);
    return this.goTo(bound, target !== undefined ? 'step' : isBack ? 'start' : 'end');
  }

  /**
   * Goes back to the line that gave a variable its value, or to the last write of a storage variable. Stays where it is, with the reason
   * `start`, if there is none in this transaction. @internal
   */
  *movingToWrite(written: WrittenThing, frame = 0): Search<DebugFrame | undefined> {
    const found =
      written.cell !== undefined
        ? this.#effects.lastWriteOfCell(
            written.cell,
            this.#moment,
            this.#frames()[frame]?.call.run.recorded.call.contractAddress,
          )
        : yield* lastWrite(this.#timeline, this.#moves, this.#moment, this.#frames()[frame], written.variable ?? '');
    return this.goTo(
      found ?? this.#moment,
      found === undefined ? 'start' : written.cell === undefined ? 'step' : 'storage',
    );
  }

  /** Where a move leads if nothing stops it; undefined for the start or the end of the transaction. */
  #targetOf(move: Move): number | undefined {
    switch (move) {
      case 'in':
        return this.#moves.stepIn(this.#moment);
      case 'over':
        return this.#moves.stepOver(this.#moment);
      case 'out': {
        const [frame] = this.#frames();
        return frame && this.#moves.stepOut(this.#moment, frame);
      }
      case 'statement':
        return this.#statementMoves.stepIn(this.#moment);
      case 'back':
        return this.#moves.stepBack(this.#moment);
      case 'backIn':
        return this.#moves.stepBackIn(this.#moment);
      case 'continue':
      case 'reverse':
        return undefined;
    }
  }

  goTo(moment: number, reason: StopReason = 'step'): DebugFrame | undefined {
    this.#moment = Math.max(0, Math.min(Math.trunc(moment) || 0, this.moments));
    this.#reason = reason;
    this.#stack = undefined;
    return this.position;
  }

  breakAt(file: string, line: number, options: BreakOptions = {}): Breakpoint {
    return this.#breaks.addLine(file, line, options);
  }

  breakAtFunction(name: string, options: BreakOptions = {}): FunctionBreakpoint {
    return this.#breaks.addFunction(name, options);
  }

  breakOnWrites(...names: readonly string[]): readonly boolean[] {
    return this.#breaks.setWritten(names);
  }

  breakOn(...kinds: readonly BreakKind[]): void {
    this.#breaks.addKinds(kinds);
  }

  stopBreakingOn(): void {
    this.#breaks.clearKinds();
  }

  clearBreakpoints(file?: string): void {
    this.#breaks.clearLines(file);
    if (file !== undefined) return;
    this.clearFunctionBreakpoints();
    this.breakOnWrites();
    this.stopBreakingOn();
  }

  /** Whether a storage variable is written at all. @internal */
  writes(name: string): boolean {
    return this.#effects.momentsOfCell(name).length > 0;
  }

  /** @internal */
  clearFunctionBreakpoints(): void {
    this.#breaks.clearFunctions();
  }

  /** Stops at the first line at or behind a moment that a search has reached. @internal */
  pauseAt(moment: number, reason: StopReason = 'pause'): DebugFrame | undefined {
    return this.goTo(this.#moves.lineFrom(moment) ?? moment, reason);
  }

  /** Goes to the first line at or behind a moment, and in a call without source to that of its listing. @internal */
  goToLine(moment: number): DebugFrame | undefined {
    const hasSource = moment >= this.moments || this.#timeline.at(moment).call.class.hasSource;
    const moves = hasSource ? this.#moves : this.#statementMoves;
    return this.goTo(moves.lineFrom(moment) ?? moment, 'pause');
  }

  get panic(): string | undefined {
    const end = this.callOf()?.end;
    return end?.kind === 'panicked' ? panicItemsText(end.panic) : undefined;
  }

  /** A short text about the position, such as `trade at src/market.cairo:45`. */
  toString(): string {
    const { position } = this;
    if (!position) return 'the end of the transaction';
    const name = position.functionName ?? position.contractName ?? position.contractAddress;
    return `${name} at ${position.file ?? 'statement'}:${position.line}`;
  }
}

/** How many calls led to a call. */
function depthOf(caller: DebugCall | undefined): number {
  let depth = 0;
  for (let each = caller; each; each = each.caller) depth++;
  return depth;
}
