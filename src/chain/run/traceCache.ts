import type { TransactionTrace } from '../../execution/trace.ts';

/** A cache of recent traces, since making a trace runs the transaction again. */
export class TraceCache {
  readonly #traces = new Map<object, TransactionTrace>();
  readonly #size: number;

  constructor(size = 256) {
    this.#size = size;
  }

  get(transaction: object): TransactionTrace | undefined {
    const trace = this.#traces.get(transaction);
    if (trace) {
      this.#traces.delete(transaction);
      this.#traces.set(transaction, trace);
    }
    return trace;
  }

  clear(): void {
    this.#traces.clear();
  }

  set(transaction: object, trace: TransactionTrace): void {
    this.#traces.set(transaction, trace);
    if (this.#traces.size > this.#size) this.#traces.delete(this.#traces.keys().next().value!);
  }
}
