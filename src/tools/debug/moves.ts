import { CHUNK } from '../../cairo/walk/runTrace.ts';
import { callerFp, returnOf } from './stack.ts';
import type { CallSearch, DebugCall, Timeline } from './timeline.ts';

/** A line that runs in a frame: what a step of the user starts from. */
interface LineStop {
  readonly call: DebugCall;
  readonly fp: number;
  /** The index of the place in its class; -1 if the instruction starts no line. */
  readonly place: number;
}

/** Moves over the moments of a timeline, from line to line. */
export class Moves {
  readonly #timeline: Timeline;
  /** Where lines start, by call. */
  readonly #placesOf: (call: DebugCall) => Int32Array | undefined;

  /** `placesOf` gives undefined for calls that are not stepped through. */
  constructor(timeline: Timeline, placesOf: (call: DebugCall) => Int32Array | undefined) {
    this.#timeline = timeline;
    this.#placesOf = placesOf;
  }

  #stopAt(moment: number): LineStop {
    if (moment >= this.#timeline.length) return { call: this.#timeline.calls[0]!, fp: -1, place: -1 };
    const { call, step } = this.#timeline.at(moment);
    const { pc, fp } = call.trace.at(step);
    return { call, fp, place: this.#lineOf(call, step, pc, fp) };
  }

  /** The line that a step belongs to: that of the last line start in the same frame. */
  #lineOf(call: DebugCall, step: number, pc: number, fp: number): number {
    const places = this.#placesOf(call);
    if (!places) return -1;
    return places[pc]! >= 0 ? places[pc]! : (this.#lineBefore(call, step, fp, places) ?? -1);
  }

  /** The line that last started in a frame before a step; undefined if the frame begins there. */
  #lineBefore(call: DebugCall, step: number, fp: number, places: Int32Array): number | undefined {
    const { trace } = call;
    for (let at = step - 1; at >= 0; ) {
      const chunk = Math.floor(at / CHUNK);
      const first = chunk * CHUNK;
      if (trace.lowestFp(chunk) <= fp) {
        const { pcs, fps } = trace.chunk(chunk);
        for (let k = at - first; k >= 0; k--) {
          if (fps[k]! < fp) return undefined;
          if (fps[k]! === fp && places[pcs[k]!]! >= 0) return places[pcs[k]!]!;
        }
      }
      at = first - 1;
    }
    return undefined;
  }

  /** Whether a line starts at a step, and the step does not only go on with a line of the same frame. */
  isArrival(call: DebugCall, step: number, fp: number, place: number): boolean {
    const places = this.#placesOf(call);
    return places !== undefined && this.#lineBefore(call, step, fp, places) !== place;
  }

  /** The first line at or behind a moment; undefined if there is none. */
  lineFrom(moment: number): number | undefined {
    if (moment >= this.#timeline.length) return undefined;
    const { call, step } = this.#timeline.at(moment);
    const isLine = this.#placesOf(call)?.[call.trace.at(step).pc] ?? -1;
    return isLine >= 0 ? moment : this.#timeline.next(moment, this.#anyLine({ call, fp: -1, place: -1 }));
  }

  #anyLine =
    (from: LineStop) =>
    (call: DebugCall): CallSearch | undefined => {
      const places = this.#placesOf(call);
      return (
        places && {
          skips: () => false,
          finds: (pc, fp) => places[pc]! >= 0 && !(call === from.call && fp === from.fp && places[pc] === from.place),
        }
      );
    };

  /** The next line, in whichever function. */
  stepIn(moment: number): number | undefined {
    return this.#timeline.next(moment, this.#anyLine(this.#stopAt(moment)));
  }

  /** The next line of the same function or, at its end, of its caller. Iterations of a loop belong to the same function. */
  stepOver(moment: number): number | undefined {
    const from = this.#stopAt(moment);
    let level = from.fp;
    const loop = this.#loopEntry(moment);
    return this.#timeline.next(
      moment,
      this.#levels(
        from,
        () => level,
        loop,
        (fp) => {
          if (callerFp(from.call, fp) === level) level = fp;
        },
      ),
    );
  }

  /** The line of the caller that a function returns to. The moment may be in a function that it called and that the stack does not show. */
  stepOut(moment: number, { call, fp }: Pick<LineStop, 'call' | 'fp'>): number | undefined {
    const now = this.#stopAt(moment);
    const from = { call, fp, place: -1 };
    const level = (now.call === call && now.fp === fp ? this.#outermostLoop(moment) : fp) - 1;
    return this.#timeline.next(
      moment,
      this.#levels(from, () => level),
    );
  }

  /** The line before in the same function or, at its start, that of the call. */
  stepBack(moment: number): number | undefined {
    const from = this.#stopAt(moment);
    const isEnd = moment >= this.#timeline.length;
    const search = isEnd ? this.#anyLine(from) : this.#levels(from, () => from.fp);
    const found = this.#timeline.previous(moment, search);
    return found === undefined ? undefined : this.#lineStart(found);
  }

  /** The line before in a function of the stack, which need not be the innermost. */
  lineBefore(moment: number, { call, fp }: Pick<LineStop, 'call' | 'fp'>): number | undefined {
    const now = this.#stopAt(moment);
    const from = now.call === call && now.fp === fp ? now : { call, fp, place: -1 };
    const found = this.#timeline.previous(
      moment,
      this.#levels(from, () => fp),
    );
    return found === undefined ? undefined : this.#lineStart(found);
  }

  /** Where the line of a moment started in a function of the stack; the moment itself if that is not the innermost. */
  lineStartAt(moment: number, { call, fp }: Pick<LineStop, 'call' | 'fp'>): number {
    const now = this.#stopAt(moment);
    return now.call === call && now.fp === fp && now.place >= 0 ? this.#lineStart(moment) : moment;
  }

  /** The line before, in whichever function. */
  stepBackIn(moment: number): number | undefined {
    const found = this.#timeline.previous(moment, this.#anyLine(this.#stopAt(moment)));
    return found === undefined ? undefined : this.#lineStart(found);
  }

  /** The moment at which the line of a moment started. */
  #lineStart(moment: number): number {
    const line = this.#stopAt(moment);
    let start = moment;
    const { call } = this.#timeline.at(moment);
    const places = this.#placesOf(call)!;
    const isSame = (pc: number, fp: number) => fp === line.fp && places[pc] === line.place;
    this.#timeline.previous(moment, (each) => {
      if (isInside(each, call)) return undefined;
      if (each !== call) return { skips: () => false, finds: () => true };
      return {
        skips: (chunk) => call.trace.lowestFp(chunk) > line.fp,
        finds: (pc, fp, step) => {
          if (fp > line.fp || (fp === line.fp && places[pc]! < 0)) return false;
          if (isSame(pc, fp)) start = this.#timeline.momentOf({ call, step });
          return !isSame(pc, fp);
        },
      };
    });
    return start;
  }

  /** Finds lines in frames that are not above a level, and in the callers of the call. */
  #levels(
    from: LineStop,
    level: () => number,
    loop = -1,
    onLoop: (fp: number) => void = () => {},
  ): (call: DebugCall) => CallSearch | undefined {
    return (call) => {
      if (call !== from.call) return isInside(call, from.call) ? undefined : this.#anyLine(from)(call);
      const places = this.#placesOf(call);
      if (!places) return undefined;
      const { trace } = call;
      return {
        skips: (chunk) => trace.lowestFp(chunk) > level() && !(loop >= 0 && trace.mayRun(chunk, loop)),
        finds: (pc, fp) => {
          if (pc === loop && fp > level()) onLoop(fp);
          return fp <= level() && places[pc]! >= 0 && !(fp === from.fp && places[pc] === from.place);
        },
      };
    };
  }

  /** The first instruction of the function of a moment if it is a loop, otherwise -1. */
  #loopEntry(moment: number): number {
    const { call, step } = this.#timeline.at(moment);
    const { class: own, trace } = call;
    const id = own.functionOf(own.statementAt(trace.at(step).pc));
    return own.isLoop(id) ? own.entryOf(id) : -1;
  }

  /** The fp of the first iteration, if the function of a moment is a loop. */
  #outermostLoop(moment: number): number {
    const { call, step } = this.#timeline.at(moment);
    let { fp } = call.trace.at(step);
    if (this.#loopEntry(moment) < 0) return fp;
    // Iterations return to the same place in the loop, the first one to its caller.
    for (let caller = callerFp(call, fp); caller !== undefined; caller = callerFp(call, fp)) {
      const isSame = returnOf(call, caller) === returnOf(call, fp);
      fp = caller;
      if (!isSame) break;
    }
    return fp;
  }
}

/** Whether a call was made inside another one. */
function isInside(call: DebugCall, outer: DebugCall): boolean {
  for (let each = call.caller; each; each = each.caller) if (each === outer) return true;
  return false;
}
