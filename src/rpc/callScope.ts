import { RequestMemory } from '../budget/requestMemory.ts';
import type { Cancellation } from '../chain/cancellation.ts';

/** One call of a client, from its request to the text of its answer: whether it was cancelled, and what its work keeps. */
export class CallScope implements Cancellation {
  readonly memory: RequestMemory = new RequestMemory();
  readonly #signal: Cancellation | undefined;

  constructor(signal: Cancellation | undefined) {
    this.#signal = signal;
  }

  get aborted(): boolean {
    return this.#signal?.aborted ?? false;
  }

  throwIfAborted(): void {
    this.#signal?.throwIfAborted();
  }
}
