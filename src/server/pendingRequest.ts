import type { Cancellation } from '../chain/cancellation.ts';

/** A request that waits for its answer, until it times out. */
export class PendingRequest implements Cancellation {
  aborted = false;
  readonly #onTimeOut: () => void;

  constructor(onTimeOut: () => void) {
    this.#onTimeOut = onTimeOut;
  }

  /** The timeout: the work for the answer stops where it can, and the client is told. */
  timeOut(): void {
    this.aborted = true;
    this.#onTimeOut();
  }

  /** Stops the work without telling the client, because its connection is being closed. */
  cancel(): void {
    this.aborted = true;
  }

  throwIfAborted(): void {
    if (this.aborted) throw new DOMException('The client waits no longer.', 'AbortError');
  }
}
