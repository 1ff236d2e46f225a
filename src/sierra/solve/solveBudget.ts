import { SierraError } from '../sierraError.ts';

/**
 * The most work for one system of equations: about six seconds. Classes of 34,000 felts of Sierra need a sixth of it, and the work grows
 * with the square of their size.
 */
const MAX_WORK = 1_000_000_000;

/** The most terms that are stored at a time. COST: 60 bytes each. Classes of 31,000 felts have 0.1 million. */
const MAX_STORED = 2_000_000;

/** The work for one branch of a statement. */
export const STATEMENT_COST = 20;

/** The work between two pauses. COST: about a millisecond. */
const WORK_PER_STEP = 150_000;

/**
 * The limits for a system of equations. A unit of work is one term that is added or multiplied. Real programs stay far below; hostile ones
 * must neither take minutes nor fill the memory.
 */
export class SolveBudget {
  #work: number;
  #terms = 0;
  #sincePause = 0;

  constructor(work: number = MAX_WORK) {
    this.#work = work;
  }

  /** Whether the work should pause. True once for each step. */
  get isPauseDue(): boolean {
    if (this.#sincePause < WORK_PER_STEP) return false;
    this.#sincePause = 0;
    return true;
  }

  spend(work: number): void {
    this.#work -= work;
    this.#sincePause += work;
    if (this.#work < 0) throw tooLarge();
  }

  /** Counts terms of expressions, which stay in memory until the end. */
  store(terms: number): void {
    this.#terms += terms;
    this.spend(terms);
    this.checkStored(this.#terms);
  }

  /** Checks the size of something that is stored for a while. */
  checkStored(terms: number): void {
    if (terms > MAX_STORED) throw tooLarge();
  }
}

const tooLarge = (): SierraError =>
  new SierraError(
    'limits',
    'The equations for gas and ap of the program are too large. Compile it with a Cairo that writes Sierra 1.4 or newer.',
  );
