// Ends a running node, after a signal or an uncaught error.
import type { Log } from '../../server/log/log.ts';
import { endProcess, killProcess, waitForOutput } from './endProcess.ts';
import type { StandardOutput } from './standardOutput.ts';

/** What has to be done before the process ends. */
export interface LastSteps {
  /** Refuses new requests, gives running ones a grace period, then closes every connection. */
  stopServing(graceMilliseconds: number): Promise<void>;
  /** Saves the files that the options ask for. Returns whether all of them could be saved. */
  save(): Promise<boolean>;
  /** Writes caches to disk; never rejects. It does not get much time, because a lost cache costs only time later. */
  flushCaches(): Promise<unknown>;
}

// SIGHUP comes when a terminal or a console window is closed, SIGBREAK from Ctrl+Break on Windows.
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
/** The grace period of running requests. */
const GRACE_MS = 3000;
/** If the shutdown takes longer than this, the log says what it waits for. */
const TELL_MS = 300;
const CACHES_MS = 1000;
/** After an error during the shutdown, the process has this much time to save before it is ended. */
const BROKEN_MS = 10_000;

export class Shutdown {
  readonly #log: Log;
  readonly #output: StandardOutput;
  readonly #leaveFiles: () => void;
  #steps: LastSteps | undefined;
  #hasBegun = false;
  #status = 0;

  /**
   * Listens for signals and uncaught errors from now on. Until `prepare` is called, nothing has to be saved and a signal ends the
   * process immediately. `leaveFiles` removes temporary files and locks synchronously.
   */
  constructor(log: Log, output: StandardOutput, leaveFiles: () => void) {
    this.#log = log;
    this.#output = output;
    this.#leaveFiles = leaveFiles;
    for (const signal of SIGNALS) process.on(signal, () => this.#onSignal(signal));
    process.on('uncaughtException', (error) => this.#onError(error));
    process.on('unhandledRejection', (error) => this.#onError(error));
  }

  /** Sets what has to be done at the end. Called before a client can change the chain. */
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
    // The error may have interrupted the shutdown itself.
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

  /** Logs the error of a step, so that the next steps still run. */
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
