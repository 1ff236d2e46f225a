/** Tells whether a request was cancelled. An AbortSignal fits; a plain object is cheaper if every request needs one. */
export interface Cancellation {
  readonly aborted: boolean;
  throwIfAborted(): void;
}
