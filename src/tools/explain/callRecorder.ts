import type { Machine } from '../../cairo/machine.ts';
import type { CallInfo } from '../../execution/callInfo.ts';
import type { CallObserver, CodePlace, ObservedCall } from '../../execution/callObserver.ts';
import { stackOffsets } from '../../execution/calls/stackOffsets.ts';
import type { ErrorSegment } from '../../execution/errorStack.ts';
import type { FeltKey } from '../../felt/key.ts';

/** Something that a call did, and that an explanation shows in the order in which it happened. */
export type RecordedAct = 'call' | 'event' | 'print';

interface RecordedEvent {
  readonly keys: readonly FeltKey[];
  readonly data: readonly FeltKey[];
}

/** A recorded call: what it printed, emitted and called, and how it ended. */
export interface RecordedCall {
  readonly call: ObservedCall;
  readonly prints: (readonly FeltKey[])[];
  readonly events: RecordedEvent[];
  readonly inner: RecordedCall[];
  /** The order of the prints, events and inner calls: the nth 'event' is `events[n]`. */
  readonly sequence: RecordedAct[];
  /** Undefined if an error ended the call. */
  info: CallInfo | undefined;
  /**
   * Where a panic of this call would have started. A panic is not a jump: the functions return one after the other, and nothing
   * records where it came from. But its data is an array that is allocated where the panic starts, or comes from a system call
   * that failed, and returning allocates no arrays. So the last such instruction of a call is the start of its panic.
   */
  place: CodePlace | undefined;
}

/** A phase of a transaction: its outermost call, and the error if one ended it. */
export interface RecordedPhase {
  readonly root: RecordedCall;
  error: readonly ErrorSegment[] | undefined;
  /** The positions of the calls that the error ended. */
  places: readonly CodePlace[];
}

/** Records the calls of an execution as a tree, including those that an error ended. */
export class CallRecorder implements CallObserver {
  readonly phases: RecordedPhase[] = [];
  /** The calls that have not ended yet, outermost first. */
  protected readonly openCalls: RecordedCall[] = [];

  enter(call: ObservedCall): void {
    const recorded: RecordedCall = {
      call,
      prints: [],
      events: [],
      inner: [],
      sequence: [],
      info: undefined,
      place: undefined,
    };
    const caller = this.openCalls.at(-1);
    if (caller) {
      caller.inner.push(recorded);
      caller.sequence.push('call');
    } else this.phases.push({ root: recorded, error: undefined, places: [] });
    this.openCalls.push(recorded);
  }

  end(machine: Machine): void {
    const recorded = this.openCalls.at(-1);
    const position = machine.lastAllocation;
    if (!recorded?.call.classHash || !position) return;
    recorded.place = { classHash: recorded.call.classHash, offsets: stackOffsets(machine, position) };
  }

  leave(info: CallInfo): void {
    this.openCalls.pop()!.info = info;
  }

  fail(segments: readonly ErrorSegment[], places: readonly CodePlace[]): void {
    this.openCalls.length = 0;
    const phase = this.phases.at(-1);
    if (!phase) return;
    phase.error = segments;
    phase.places = places;
  }

  print(felts: readonly FeltKey[], _step?: number): void {
    const call = this.openCalls.at(-1);
    call?.prints.push(felts);
    call?.sequence.push('print');
  }

  event(keys: readonly FeltKey[], data: readonly FeltKey[]): void {
    const call = this.openCalls.at(-1);
    call?.events.push({ keys, data });
    call?.sequence.push('event');
  }
}
