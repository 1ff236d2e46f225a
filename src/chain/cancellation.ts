/** Whether whoever asked still waits. An AbortSignal is one; where every request needs one, a plain object is cheaper. */
export interface Cancellation {
  readonly aborted: boolean;
  throwIfAborted(): void;
}
