import type { EntryPointCall } from './callInfo.ts';
import type { AppliedCheat, CheatedCall } from './cheats.ts';

/** The cheats that are in force. */
export interface Cheats {
  /** For one execution, whose calls are counted. */
  begin(): CheatRun;
}

/** The cheats of one execution. */
export interface CheatRun {
  /** The call as it is made, unless a cheat changes it. Counts nothing, so it can be asked again. */
  change(call: EntryPointCall, isInTransaction: boolean): EntryPointCall;
  /** Counts a changed call. */
  use(cheated: CheatedCall): void;
  /** The cheats that changed calls; undefined if none did. */
  readonly applied: readonly AppliedCheat[] | undefined;
}
