import type { Cancellation } from '../chain/cancellation.ts';

/** A client that waits for its answer, until it is given up. */
export class Waiting implements Cancellation {
  aborted = false;
  readonly #onGiveUp: () => void;

  constructor(onGiveUp: () => void) {
    this.#onGiveUp = onGiveUp;
  }

  /** The answer is worth nothing any more: what was begun for it stops where it can. */
  giveUp(): void {
    this.aborted = true;
    this.#onGiveUp();
  }

  /** The same without a word to the client, whose connection is about to be closed. */
  cancel(): void {
    this.aborted = true;
  }

  throwIfAborted(): void {
    if (this.aborted) throw new DOMException('The client waits no longer.', 'AbortError');
  }
}
