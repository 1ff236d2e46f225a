import type { Machine } from '../cairo/machine.ts';
import type { LoadedProgram } from '../cairo/program.ts';
import type { FeltKey } from '../felt/key.ts';
import type { CallInfo, EntryPointCall } from './callInfo.ts';
import type { ErrorSegment } from './errorStack.ts';

/** Watches an execution, for explanations. Nothing is watched, and nothing is paid for it, when there is none. */
export interface CallObserver {
  /** A call begins, or would have begun; a constructor that is not known yet has no selector. */
  enter(call: ObservedCall): void;
  /** The innermost call ended. */
  leave(info: CallInfo): void;
  /** An error ended all calls; `places` are those of the calls that ran, outermost first. */
  fail(segments: readonly ErrorSegment[], places: readonly CodePlace[]): void;
  /** The innermost call printed this. */
  print(felts: readonly FeltKey[]): void;
  /** The innermost call is about to take a step. Who asks for this gets every single one, which is slow. */
  step?(machine: Machine, program: LoadedProgram): void;
}

/** Where in the code of its class a call stood. */
export interface CodePlace {
  readonly classHash: FeltKey;
  /** Offsets in the bytecode: of the instruction, then of the calls that led there, innermost first. */
  readonly offsets: readonly number[];
}

export type ObservedCall = Omit<EntryPointCall, 'selector' | 'initialGas'> & { readonly selector: FeltKey | undefined };
