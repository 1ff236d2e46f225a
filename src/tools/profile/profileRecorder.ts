import type { CodeCounter, CodeCounts } from '../../cairo/codeCounter.ts';
import type { RunResources } from '../../cairo/machine.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { CallInfo } from '../../execution/callInfo.ts';
import { CallMeter } from '../../execution/callMeter.ts';
import type { SyscallUsages } from '../../execution/calls/resources.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { mergeCall, type ProfiledCall } from './profiledCalls.ts';

/**
 * Records the calls of an execution with the counts of their instructions. Calls of the same function by the same caller are added up
 * when they end, so that a loop of calls takes no more memory than one of them.
 */
export class ProfileRecorder extends CallMeter implements CodeCounter {
  readonly byCall = true;
  /** By depth: the calls that ended since their caller began. */
  readonly #ended: ProfiledCall[][] = [[]];
  #counts: readonly CodeCounts[] = [];
  #program: LoadedProgram | undefined;
  /** What the last run called. It is dropped if the run ended with an error. */
  #inner: ProfiledCall[] = [];

  /** The outermost calls that ended, the fee transfer excluded. */
  get roots(): readonly ProfiledCall[] {
    return this.#ended[0]!;
  }

  begin(): void {
    this.#ended.push([]);
  }

  /** The machine reports the counts of a run just before the call ends. An error ends calls that only report counts. */
  add(program: LoadedProgram, counts: readonly CodeCounts[]): void {
    this.#program = program;
    this.#counts = counts;
    this.#inner = this.#ended.length > 1 ? this.#ended.pop()! : [];
  }

  override leave(info: CallInfo, run: RunResources, usages: SyscallUsages, constants: ProtocolConstants): void {
    super.leave(info, run, usages, constants);
    const { call, tracked, gasConsumed } = info;
    mergeCall(this.#ended.at(-1)!, {
      call,
      tracked,
      program: this.#program,
      gasConsumed,
      steps: run.steps,
      counts: [...this.#counts],
      usages: new Map([...usages].map(([name, { count, felts }]) => [name, { count, felts }])),
      inner: this.#inner,
    });
    this.#counts = [];
    this.#inner = [];
  }
}
