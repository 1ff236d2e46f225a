import type { TransactionTrace } from '../../execution/trace.ts';

/** A cache of recent traces, since making a trace runs the transaction again. */
export class TraceCache {
  readonly #kept = new Map<object, TransactionTrace>();
  readonly #size: number;

  constructor(size = 256) {
    this.#size = size;
  }

  get(transaction: object): TransactionTrace | undefined {
    const trace = this.#kept.get(transaction);
    if (trace) {
      this.#kept.delete(transaction);
      this.#kept.set(transaction, trace);
    }
    return trace;
  }

  clear(): void {
    this.#kept.clear();
  }

  set(transaction: object, trace: TransactionTrace): void {
    this.#kept.set(transaction, trace);
    if (this.#kept.size > this.#size) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
