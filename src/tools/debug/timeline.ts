import { CHUNK, RunTrace } from '../../cairo/walk/runTrace.ts';
import { lastAtOrBefore } from '../../execution/lastAtOrBefore.ts';
import type { DebugClass } from './debugClass.ts';
import type { RecordedRun } from './debugRecorder.ts';

/** A call of the transaction, with its place in time. */
export interface DebugCall {
  readonly run: RecordedRun;
  readonly class: DebugClass;
  readonly trace: RunTrace;
  readonly caller: DebugCall | undefined;
  /** The moments from its first step to behind its last one, inner calls included. */
  readonly start: number;
  end: number;
  readonly pieces: Piece[];
}

/** Steps of a call that run without an inner call between them. */
interface Piece {
  readonly call: DebugCall;
  /** The moment of the first of them. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** A step of a call. */
export interface Moment {
  readonly call: DebugCall;
  readonly step: number;
}

/** A search in steps of a few milliseconds. Each step yields the moment that the search has reached. */
export type Search<T> = Generator<number, T, void>;

/** What a search looks for in one call. */
export interface CallSearch {
  /** Whether nothing in a chunk can be found. */
  readonly skips: (chunk: number) => boolean;
  readonly finds: (pc: number, fp: number, step: number) => boolean;
}

/** All steps of all calls of a transaction in the order in which they ran. A moment is the index of the step that runs next. */
export class Timeline {
  readonly calls: DebugCall[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  constructor(roots: readonly RecordedRun[], classOf: (run: RecordedRun) => DebugClass) {
    for (const root of roots) this.#add(root, undefined, classOf);
  }

  /** The number of moments. */
  get length(): number {
    return this.#length;
  }

  #add(run: RecordedRun, caller: DebugCall | undefined, classOf: (run: RecordedRun) => DebugClass): void {
    const { program, memory, start, steps } = run;
    if (!program || !memory || !start) return;
    const trace = new RunTrace(program, memory, start, steps);
    const call: DebugCall = { run, class: classOf(run), trace, caller, start: this.#length, end: 0, pieces: [] };
    this.calls.push(call);
    let from = 0;
    for (const inner of run.inner) {
      this.#piece(call, from, Math.min(inner.callerStep, trace.steps));
      from = Math.min(inner.callerStep, trace.steps);
      this.#add(inner, call, classOf);
    }
    this.#piece(call, from, trace.steps);
    call.end = this.#length;
  }

  #piece(call: DebugCall, from: number, to: number): void {
    if (to <= from) return;
    const piece = { call, start: this.#length, from, to };
    this.#pieces.push(piece);
    call.pieces.push(piece);
    this.#length += to - from;
  }

  /** The index of the piece that contains a moment. */
  #pieceAt(moment: number): number {
    return lastPiece(this.#pieces, 'start', moment);
  }

  at(moment: number): Moment {
    const { call, start, from } = this.#pieces[this.#pieceAt(moment)]!;
    return { call, step: from + moment - start };
  }

  /** The moment of a step of a call; that of the end of the call behind its last step. */
  momentOf({ call, step }: Moment): number {
    if (step >= call.trace.steps) return call.end;
    const piece = call.pieces[lastPiece(call.pieces, 'from', step)]!;
    return piece.start + step - piece.from;
  }

  /** The first moment behind `moment` that a search finds; undefined if there is none. Calls without a search are skipped. */
  next(moment: number, searchOf: (call: DebugCall) => CallSearch | undefined): number | undefined {
    return finishSearch(this.searchNext(moment, searchOf));
  }

  /** Searches in steps for the first moment behind `moment` that a search finds, up to the moment `last`. */
  *searchNext(
    moment: number,
    searchOf: (call: DebugCall) => CallSearch | undefined,
    last = this.#length,
  ): Search<number | undefined> {
    for (let i = Math.max(0, this.#pieceAt(moment)); i < this.#pieces.length; i++) {
      const { call, start, from, to: end } = this.#pieces[i]!;
      if (start > last) break;
      const to = Math.min(end, from + last + 1 - start);
      const search = searchOf(call);
      const first = Math.max(from, from + moment + 1 - start);
      for (let at = first; search && at < to; ) {
        const chunk = Math.floor(at / CHUNK);
        const next = Math.min(to, (chunk + 1) * CHUNK);
        if (!search.skips(chunk)) {
          const { pcs, fps } = call.trace.chunk(chunk);
          for (let k = at % CHUNK; at < next; at++, k++)
            if (search.finds(pcs[k]!, fps[k]!, at)) return start + at - from;
          yield start + next - from;
        }
        at = next;
      }
    }
    return undefined;
  }

  /** The last moment before `moment` that a search finds. */
  previous(moment: number, searchOf: (call: DebugCall) => CallSearch | undefined): number | undefined {
    return finishSearch(this.searchPrevious(moment, searchOf));
  }

  /** Searches in steps for the last moment before `moment` that a search finds, down to the moment `first`. */
  *searchPrevious(
    moment: number,
    searchOf: (call: DebugCall) => CallSearch | undefined,
    first = 0,
  ): Search<number | undefined> {
    for (let i = this.#pieceAt(moment); i >= 0; i--) {
      const { call, start, from: begin, to } = this.#pieces[i]!;
      if (start + to - begin <= first) break;
      const search = searchOf(call);
      const from = Math.max(begin, begin + first - start);
      const last = Math.min(to, begin + moment - start) - 1;
      for (let at = last; search && at >= from; ) {
        const chunk = Math.floor(at / CHUNK);
        const end = Math.max(from, chunk * CHUNK);
        if (!search.skips(chunk)) {
          const { pcs, fps } = call.trace.chunk(chunk);
          for (let k = at % CHUNK; at >= end; at--, k--)
            if (search.finds(pcs[k]!, fps[k]!, at)) return start + at - begin;
          yield start + end - begin;
        }
        at = end - 1;
      }
    }
    return undefined;
  }
}

/** Runs a search without a pause. */
export function finishSearch<T>(search: Search<T>): T {
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** The index of the last piece that begins at or before a moment (`start`) or a step of its call (`from`); -1 if there is none. */
const lastPiece = (pieces: readonly Piece[], key: 'start' | 'from', at: number): number =>
  lastAtOrBefore(pieces.length, (i) => pieces[i]![key], at);
