import { RequestMemory } from '../budget/requestMemory.ts';
import { workMemory } from '../budget/workMemory.ts';
import type { Cancellation } from '../chain/cancellation.ts';

/** One call of a client, from its request to the text of its answer: whether it was cancelled, and what its work keeps. */
export class CallScope implements Cancellation {
  readonly memory: RequestMemory;
  readonly #signal: Cancellation | undefined;

  constructor(signal: Cancellation | undefined) {
    this.#signal = signal;
    this.memory = new RequestMemory(workMemory, signal);
  }

  get aborted(): boolean {
    return this.#signal?.aborted ?? false;
  }

  throwIfAborted(): void {
    this.#signal?.throwIfAborted();
  }
}
