// The one way in which a running node ends: asked to by a signal, or by an error that nobody caught.
import type { Log } from '../../server/log/log.ts';
import { endProcess, killProcess, waitForOutput } from './endProcess.ts';
import type { StandardOutput } from './standardOutput.ts';

/** What has to be done before the process may end. */
export interface LastSteps {
  /** Refuses new requests, lets running ones go on for so long, then closes every connection. */
  stopServing(graceMilliseconds: number): Promise<void>;
  /** Saves what must survive. Tells whether all of it could be saved. */
  save(): Promise<boolean>;
  /** Writes out caches; never rejects. What they lose costs only time, so nobody waits long for them. */
  flushCaches(): Promise<unknown>;
}

// SIGHUP comes when a terminal or a console window is closed, SIGBREAK from Ctrl+Break on Windows.
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
/** How long running requests may go on. */
const GRACE_MS = 3000;
/** After this somebody may wonder why the process is still there. */
const TELL_MS = 300;
const CACHES_MS = 1000;
/** How long a shutdown in which another error comes up may still try to save. */
const BROKEN_MS = 10_000;

export class Shutdown {
  readonly #log: Log;
  readonly #output: StandardOutput;
  readonly #leaveFiles: () => void;
  #steps: LastSteps | undefined;
  #hasBegun = false;
  #status = 0;

  /**
   * Listens from now on. Until there are steps, nothing has to be saved, and a signal ends the process at once. `leaveFiles`
   * removes what must not be left on disk, as temporary files, without waiting for anything.
   */
  constructor(log: Log, output: StandardOutput, leaveFiles: () => void) {
    this.#log = log;
    this.#output = output;
    this.#leaveFiles = leaveFiles;
    for (const signal of SIGNALS) process.on(signal, () => this.#onSignal(signal));
    process.on('uncaughtException', (error) => this.#onError(error));
    process.on('unhandledRejection', (error) => this.#onError(error));
  }

  /** What is to be done at the end, from the moment on when a client can change the chain. */
  prepare(steps: LastSteps): void {
    this.#steps = steps;
  }

  #onSignal(signal: NodeJS.Signals): void {
    if (this.#hasBegun || !this.#steps) {
      this.#leaveAtOnce();
      killProcess(signal);
    } else void this.#end(this.#steps, GRACE_MS);
  }

  #onError(error: unknown): void {
    this.#status = 1;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log.write('error', 'starbox', `The node ends because of an error that nothing caught: ${text}`);
    if (!this.#steps) {
      this.#leaveAtOnce();
      process.exit(1);
    }
    if (!this.#hasBegun) void this.#end(this.#steps, 0);
    // It may have broken the shutdown itself.
    else setTimeout(() => process.exit(1), BROKEN_MS);
  }

  async #end(steps: LastSteps, graceMs: number): Promise<void> {
    this.#hasBegun = true;
    const notice = setTimeout(() => {
      this.#log.write(
        'info',
        'starbox',
        `Ending: running requests have ${graceMs / 1000} s. A second signal ends now.`,
      );
      this.#log.flush();
    }, TELL_MS);
    await this.#attempt(steps.stopServing(graceMs));
    clearTimeout(notice);
    if (!(await this.#attempt(steps.save()))) this.#status = 1;
    await Promise.race([steps.flushCaches(), new Promise((resolve) => setTimeout(resolve, CACHES_MS))]);
    this.#log.flush();
    await waitForOutput(() => this.#output.isWaiting);
    this.#leaveAtOnce();
    endProcess(this.#status);
  }

  /** Whatever goes wrong in one step, the next ones are taken. */
  async #attempt<T>(step: Promise<T>): Promise<T | undefined> {
    return step.catch((error: unknown) => {
      this.#status = 1;
      this.#log.write(
        'error',
        'starbox',
        `The shutdown is not complete: ${error instanceof Error ? error.stack : error}`,
      );
      return undefined;
    });
  }

  #leaveAtOnce(): void {
    this.#leaveFiles();
    this.#log.flush();
  }
}
