import type { LoadedProgram } from '../../cairo/program.ts';
import type { State } from '../../state/state.ts';
import type { Executor, Print, Purpose, RunOptions, Start } from './executor.ts';

type CreateExecutor = (print?: Print) => Executor;

let createExecutor: CreateExecutor | undefined;

/** Loads what executes: the machines, transactions and calls. This is a quarter of the code of a node, and a start does not need it. */
async function loadExecutor(): Promise<void> {
  ({ createExecutor } = await import('./createExecutor.ts'));
}

/** An executor whose code is loaded with the first execution. */
export class DeferredExecutor implements Executor {
  readonly #print: Print | undefined;
  #executor: Executor | undefined;

  constructor(print?: Print) {
    this.#print = print;
  }

  /** Undefined until the code is loaded. */
  get #loaded(): Executor | undefined {
    this.#executor ??= createExecutor?.(this.#print);
    return this.#executor;
  }

  run<T>(state: State, start: Start<T>, options?: RunOptions, purpose?: Purpose<T>): Promise<T> {
    const run = () => this.#loaded!.run(state, start, options, purpose);
    return this.#loaded ? run() : loadExecutor().then(run);
  }

  runNow<T>(state: State, start: Start<T>, feltBytes: number): T {
    return this.#loaded!.runNow(state, start, feltBytes);
  }

  prepareLater(program: () => LoadedProgram): void {
    this.#loaded?.prepareLater(program);
  }

  flushCounts(): void {
    this.#loaded?.flushCounts();
  }

  printingTo(print: Print | undefined): Executor {
    return new DeferredExecutor(print);
  }
}
