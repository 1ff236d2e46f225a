import type { Run, ScriptLoader } from '../node/codeCache.ts';
import { isOptimizerHeld } from '../node/withOptimizerHeld.ts';

/** By then whoever declared the first class has the answer. */
const AFTER_CLASS_MS = 1000;

/** Keeps the engine's code while a run goes further and further, never while the optimiser is held: such code is not taken later. */
export class CodeKeeper {
  readonly #keepCode: ScriptLoader['keepCode'];
  #isPrepared = false;
  #hasCompiled = false;

  constructor(keepCode: ScriptLoader['keepCode']) {
    this.#keepCode = keepCode;
  }

  /** The first quiet moment is over, and with it what is prepared then. */
  prepared(): void {
    this.#isPrepared = true;
    this.#keep();
  }

  /** A class was compiled. */
  compiled(): void {
    if (!this.#hasCompiled) this.#keepLater();
    this.#hasCompiled = true;
  }

  end(): void {
    this.#keep();
  }

  /** Without a quiet moment a run has much of its start behind it, and the engine may have forgotten that. */
  get #run(): Run {
    if (!this.#isPrepared) return 'started';
    return this.#hasCompiled ? 'used' : 'prepared';
  }

  #keepLater(): void {
    setTimeout(() => {
      if (isOptimizerHeld()) this.#keepLater();
      else this.#keep();
    }, AFTER_CLASS_MS).unref();
  }

  #keep(): void {
    if (!isOptimizerHeld()) this.#keepCode(this.#run);
  }
}
