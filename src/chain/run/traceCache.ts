import type { CallInfo } from '../../execution/callInfo.ts';
import type { TransactionTrace } from '../../execution/trace.ts';

/** The most traces that are kept, and the most values of all of them. COST: 60 bytes per value. */
const MAX_TRACES = 256;
const MAX_FELTS = 500_000;

/** A cache of recent traces, since making a trace runs the transaction again. */
export class TraceCache {
  readonly #traces = new Map<object, { readonly trace: TransactionTrace; readonly felts: number }>();
  readonly #maxTraces: number;
  readonly #maxFelts: number;
  #felts = 0;

  constructor(maxTraces = MAX_TRACES, maxFelts = MAX_FELTS) {
    this.#maxTraces = maxTraces;
    this.#maxFelts = maxFelts;
  }

  get(transaction: object): TransactionTrace | undefined {
    const kept = this.#traces.get(transaction);
    if (kept) {
      this.#traces.delete(transaction);
      this.#traces.set(transaction, kept);
    }
    return kept?.trace;
  }

  clear(): void {
    this.#traces.clear();
    this.#felts = 0;
  }

  set(transaction: object, trace: TransactionTrace): void {
    const felts = feltsOf(trace);
    this.#drop(transaction);
    this.#traces.set(transaction, { trace, felts });
    this.#felts += felts;
    for (const oldest of this.#traces.keys()) {
      if (this.#traces.size <= this.#maxTraces && this.#felts <= this.#maxFelts) return;
      this.#drop(oldest);
    }
  }

  #drop(transaction: object): void {
    this.#felts -= this.#traces.get(transaction)?.felts ?? 0;
    this.#traces.delete(transaction);
  }
}

/** The values of all calls, events and messages of a trace. */
function feltsOf(trace: TransactionTrace): number {
  let felts = 0;
  const add = (call: CallInfo): void => {
    felts += call.call.calldata.length + call.retdata.length;
    for (const { keys, data } of call.events) felts += keys.length + data.length;
    for (const { payload } of call.messages) felts += payload.length;
    for (const inner of call.inner) add(inner);
  };
  for (const part of Object.values(trace) as unknown[])
    if (typeof part === 'object' && part !== null && 'retdata' in part) add(part as CallInfo);
  return felts;
}
