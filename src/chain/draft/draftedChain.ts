import type { ChainError } from '../../protocol/chainError.ts';
import { ChainView } from '../chainView.ts';
import { patiently } from '../patience.ts';
import type { RunOptions } from '../run/executor.ts';
import type { Surroundings } from '../surroundings.ts';
import type { ChainValue } from '../value/chainValue.ts';
import type { JournalRecord } from '../value/journal.ts';

/** The chain as a write has changed it so far, and how the write runs. The parts of a draft share it. */
export class DraftedChain {
  readonly surroundings: Surroundings;
  readonly signal: RunOptions['signal'];
  readonly #runOptions: RunOptions;
  /** Whether the journal keeps this write's request. */
  keepsRecord = true;
  #view: ChainView;
  #insists = false;
  #unanswered: ChainError | undefined;

  constructor(surroundings: Surroundings, value: ChainValue, signal: RunOptions['signal']) {
    this.surroundings = surroundings;
    this.signal = signal;
    this.#runOptions = {
      signal: { throwIfAborted: () => this.throwIfAbandoned(), memory: signal?.memory },
      isWrite: true,
      waitFor: (fetch) => this.waitFor(fetch),
    };
    this.#view = new ChainView(surroundings, value, this.#runOptions);
  }

  /** The chain as it is now. After a change there is another view. */
  get view(): ChainView {
    return this.#view;
  }

  get value(): ChainValue {
    return this.#view.value;
  }

  /** Changes members of the chain. */
  change(changes: Partial<ChainValue>): void {
    this.replace({ ...this.value, ...changes });
  }

  /** Goes on with another chain. */
  replace(value: ChainValue): void {
    this.#view = new ChainView(this.surroundings, value, this.#runOptions);
  }

  /** Adds a record to the journal, if there is one. */
  record(record: JournalRecord): void {
    if (this.surroundings.config.journal) this.change({ journal: this.value.journal.push(record) });
  }

  /** Adds a record of what the request did. The journal keeps such records instead of the request. */
  recordInstead(record: JournalRecord): void {
    this.keepsRecord = false;
    this.record(record);
  }

  /** Throws if the write was cancelled, unless it must be completed. */
  throwIfAbandoned(): void {
    if (!this.#insists) this.signal?.throwIfAborted();
  }

  /** Makes this write complete even if its client cancels, because it has effects outside of the chain. */
  insist(): void {
    this.#insists = true;
  }

  /** From now on nothing is asked of the origin: what would have to be is this error. */
  stopFetching(reason: ChainError): void {
    this.#unanswered = reason;
  }

  /**
   * Asks the origin and waits for its answer. A write with effects outside of the chain cannot be repeated, so it does not leave the queue
   * meanwhile.
   */
  async waitFor(fetch: () => Promise<void>): Promise<void> {
    if (this.#unanswered) throw this.#unanswered;
    await (this.#insists ? fetch() : patiently(fetch()));
  }
}
