import type { Machine } from '../cairo/machine.ts';
import type { LoadedProgram } from '../cairo/program.ts';
import type { FeltKey } from '../felt/key.ts';
import type { CallInfo, EntryPointCall } from './callInfo.ts';
import type { ErrorSegment } from './errorStack.ts';

/** Observes an execution, in order to explain it. Without an observer nothing is recorded, at no cost. */
export interface CallObserver {
  /** A call starts or fails to start. The selector is undefined for a constructor that was not found. */
  enter(call: ObservedCall): void;
  /** The innermost call ended. */
  leave(info: CallInfo): void;
  /** An error ended all calls. `places` tells where each running call was, outermost first. */
  fail(segments: readonly ErrorSegment[], places: readonly CodePlace[]): void;
  /** The call that was entered last starts to run. */
  begin?(machine: Machine, program: LoadedProgram): void;
  /** The innermost call makes a system call. */
  syscall?(machine: Machine): void;
  /** The innermost call printed these felts. `step` is the number of steps that its run had taken. */
  print(felts: readonly FeltKey[], step: number): void;
  /** The innermost call emitted an event. It is dropped if the call fails later. */
  event(keys: readonly FeltKey[], data: readonly FeltKey[]): void;
  /** The innermost call wrote a storage cell. The write is dropped if the call fails later. */
  write?(key: FeltKey, value: FeltKey): void;
  /** The innermost call has run to its end; its memory is still there. */
  end?(machine: Machine): void;
  /** An error ends the innermost call; its memory is still there. */
  abandon?(machine: Machine): void;
}

/** A position in the code of a class. */
export interface CodePlace {
  readonly classHash: FeltKey;
  /** Offsets in the bytecode: first of the instruction, then of the function calls that led to it, innermost first. */
  readonly offsets: readonly number[];
}

export type ObservedCall = Omit<EntryPointCall, 'selector' | 'initialGas'> & { readonly selector: FeltKey | undefined };
