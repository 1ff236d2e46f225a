import type { RequestMemory } from '../budget/requestMemory.ts';

/** Tells whether a request was cancelled. An AbortSignal fits; a plain object is cheaper if every request needs one. */
export interface Cancellation {
  readonly aborted: boolean;
  throwIfAborted(): void;
  /** What the work for the request keeps until it is answered. Default: each execution has its own, until it ends. */
  readonly memory?: RequestMemory | undefined;
}
