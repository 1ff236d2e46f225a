import { beginAtCaller, type CallSite, callSite, placeOf } from '../../text/callerStack.ts';
import { SandboxBusyError, SandboxClosedError } from '../errors.ts';

interface RunningCall {
  readonly what: () => string;
  readonly site: CallSite;
  /** A request is a part of a call, unless the user sent it alone. */
  readonly kind: 'call' | 'request';
}

/** What can change the chain and has not ended: from the moment that the user calls it, long before it is signed. */
export class RunningCalls {
  readonly #running = new Map<RunningCall, Promise<unknown>>();

  /** Does the work of a call. `what` names it in errors. */
  run<T>(kind: RunningCall['kind'], what: () => string, work: () => Promise<T>): Promise<T> {
    const call: RunningCall = { kind, what, site: callSite() };
    // The user gets the promise that is derived here. Handlers on another one would hide a rejection that nobody handles.
    const result = work()
      .catch((error: unknown) => {
        // The stack of work that nobody awaits ends in our own files.
        if (error instanceof SandboxClosedError) beginAtCaller(error, call.site);
        throw error;
      })
      .finally(() => this.#running.delete(call));
    this.#running.set(call, result);
    return result;
  }

  /** How many calls are running, without requests that are parts of them. */
  get calls(): number {
    let count = 0;
    for (const { kind } of this.#running.keys()) if (kind === 'call') count++;
    return count;
  }

  /** Throws an error that names what is running, if there is something. */
  check(): void {
    const named = this.#named();
    if (named.length > 0) throw busyError(named);
  }

  /** Waits for what is running. Returns an error whose stack begins at the first of these calls; undefined if there was none. */
  async settle(): Promise<SandboxBusyError | undefined> {
    const named = this.#named();
    if (named.length === 0) return undefined;
    const error = busyError(named);
    beginAtCaller(error, named[0]!.site);
    await this.#ended();
    return error;
  }

  /** What a user has called: requests are named only if they are no part of another call. */
  #named(): readonly RunningCall[] {
    const all = [...this.#running.keys()];
    const calls = all.filter(({ kind }) => kind === 'call');
    return calls.length > 0 ? calls : all;
  }

  /** Waits until nothing is running any more, also what follows from it. */
  async #ended(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running.values());
      // Code after an `await` runs now, and may go on with the next call.
      await new Promise<void>((resolve) => setTimeout(resolve));
    }
  }
}

const busyError = (calls: readonly RunningCall[]): SandboxBusyError =>
  new SandboxBusyError(
    calls.map(({ what }) => what()),
    placeOf(calls[0]!.site),
  );
