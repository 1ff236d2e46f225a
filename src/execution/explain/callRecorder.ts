import type { FeltKey } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import type { CallObserver, CodePlace, ObservedCall } from '../callObserver.ts';
import type { ErrorSegment } from '../errorStack.ts';

/** A call as it was seen: what it printed and called, and how it ended. */
export interface RecordedCall {
  readonly call: ObservedCall;
  readonly prints: (readonly FeltKey[])[];
  readonly inner: RecordedCall[];
  /** Undefined when an error ended it. */
  info: CallInfo | undefined;
  /** Where a panic of it must have begun; only a PanicRecorder looks for it. */
  place: CodePlace | undefined;
}

/** A phase of a transaction: its outermost call, and the error that ended it, if one did. */
export interface RecordedPhase {
  readonly root: RecordedCall;
  error: readonly ErrorSegment[] | undefined;
  /** Where the calls stood that the error ended. */
  places: readonly CodePlace[];
}

/** Keeps the calls of an execution as a tree, also of those that an error ended. */
export class CallRecorder implements CallObserver {
  readonly phases: RecordedPhase[] = [];
  /** The calls under way, outermost first. */
  protected readonly open: RecordedCall[] = [];

  enter(call: ObservedCall): void {
    const recorded: RecordedCall = { call, prints: [], inner: [], info: undefined, place: undefined };
    const caller = this.open.at(-1);
    if (caller) caller.inner.push(recorded);
    else this.phases.push({ root: recorded, error: undefined, places: [] });
    this.open.push(recorded);
  }

  leave(info: CallInfo): void {
    this.open.pop()!.info = info;
  }

  fail(segments: readonly ErrorSegment[], places: readonly CodePlace[]): void {
    this.open.length = 0;
    const phase = this.phases.at(-1);
    if (!phase) return;
    phase.error = segments;
    phase.places = places;
  }

  print(felts: readonly FeltKey[]): void {
    this.open.at(-1)?.prints.push(felts);
  }
}
