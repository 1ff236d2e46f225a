import type { CodeCounter, CodeCounts } from '../../cairo/codeCounter.ts';
import type { RunResources } from '../../cairo/machine.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { CallInfo } from '../callInfo.ts';
import type { SyscallUsages } from '../calls/resources.ts';
import { CallMeter } from '../gasReport/callMeter.ts';

/** A call that ran to its end, with how often its instructions ran. */
export interface ProfiledCall {
  readonly info: CallInfo;
  readonly program: LoadedProgram | undefined;
  readonly counts: readonly CodeCounts[];
  readonly run: RunResources;
  readonly usages: SyscallUsages;
  readonly inner: readonly ProfiledCall[];
}

/** Records the calls of an execution with the counts of their instructions. */
export class ProfileRecorder extends CallMeter implements CodeCounter {
  readonly byCall = true;
  /** The outermost calls that ended, the fee transfer excluded. */
  readonly roots = new Set<ProfiledCall>();
  readonly #profiled = new Map<CallInfo, ProfiledCall>();
  #counts: readonly CodeCounts[] = [];
  #program: LoadedProgram | undefined;

  /** The machine reports the counts of a run just before the call ends. An error ends calls that only report counts. */
  add(program: LoadedProgram, counts: readonly CodeCounts[]): void {
    this.#program = program;
    this.#counts = counts;
  }

  override leave(info: CallInfo, run: RunResources, usages: SyscallUsages, constants: ProtocolConstants): void {
    super.leave(info, run, usages, constants);
    const inner = info.inner.flatMap((call) => this.#profiled.get(call) ?? []);
    const profiled = { info, program: this.#program, counts: this.#counts, run, usages, inner };
    this.#counts = [];
    this.#profiled.set(info, profiled);
    // What is called inside of another call is found there.
    for (const call of inner) this.roots.delete(call);
    this.roots.add(profiled);
  }
}
