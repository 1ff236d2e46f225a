import { SandboxAssertionError } from '../assertions.ts';
import type { Sequence } from './action.ts';

/** An invariant that does not hold, or a property that fails. The message has the shortest sequence that shows it; `sequence` repeats it. */
export class InvariantError extends SandboxAssertionError {
  readonly sequence: Sequence;
  /** A test in TypeScript that repeats it. */
  readonly test: string;

  /** @internal */
  constructor(message: string, found: { readonly sequence: Sequence; readonly test: string; readonly cause: unknown }) {
    super(message, { cause: found.cause });
    this.sequence = found.sequence;
    this.test = found.test;
  }
}
