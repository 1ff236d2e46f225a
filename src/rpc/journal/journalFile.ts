import type { Journal } from '../../chain/value/journal.ts';
import { writeJson } from '../../json/writeJson.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { ListFile } from './files.ts';
import { entriesOf } from './journalEntry.ts';
import { readersOf } from './writeJournal.ts';

/** How far the file is behind the chain, and why. */
export interface JournalLag {
  readonly entries: number;
  readonly reason: string;
}

export interface JournalFileOptions {
  readonly file: ListFile;
  /** The journal of the chain as it is. */
  readonly current: () => Journal;
  /** Is called when the file falls behind, with the reason, and when it is complete again. */
  readonly tell?: ((lag: JournalLag | undefined) => void) | undefined;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * The file of `--dump-on block`, to which every journaled request is written. It always contains a complete prefix of the
 * journal. If an entry cannot be written, the request still succeeds. The file is then behind, and catches up with
 * the next request that changes the chain, or by itself.
 */
export class JournalFile {
  readonly #options: JournalFileOptions;
  /** The entries of this run in the file; undefined if the whole file has to be written. */
  #written: Journal | undefined = PersistentVector.empty();
  /** The running or last write, and the next one, which all requests that come meanwhile share. */
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #reason: string | undefined;
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: JournalFileOptions) {
    this.#options = options;
  }

  /** Undefined while the file is complete. */
  get lag(): JournalLag | undefined {
    if (this.#reason === undefined) return undefined;
    const missing = this.#options.current().length - (this.#written?.length ?? 0);
    return { entries: Math.max(0, missing), reason: this.#reason };
  }

  /** Whether a path leads to this file. */
  isAt(path: string): Promise<boolean> {
    return this.#options.file.isAt(path);
  }

  /** Brings the file up to date with the chain. It never throws: a failed write is reported and retried. */
  follow(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      return this.#write(this.#options.current()).then(
        () => this.#caughtUp(),
        (error: unknown) => this.#fellBehind(error),
      );
    });
    this.#last = this.#next;
    return this.#next;
  }

  /** Replaces whatever the file holds by the journal of the chain. */
  rewrite(): Promise<void> {
    this.#last = this.#last.then(() => {
      this.#written = undefined;
    });
    // A write that is already waiting would only append.
    this.#next = undefined;
    return this.follow();
  }

  /** Writes the journal that the chain is about to get. If that fails, it throws and the file is unchanged. */
  prepare(journal: Journal): Promise<void> {
    const turn = this.#last.then(() => this.#write(journal));
    this.#last = turn.catch(() => undefined);
    this.#next = undefined;
    return turn;
  }

  /** Stops automatic retries. */
  end(): void {
    clearTimeout(this.#timer);
  }

  async #write(journal: Journal): Promise<void> {
    const { file } = this.#options;
    const written = this.#written;
    const known = written?.length ?? 0;
    const grows = written && journal.firstDifference(written) === known;
    if (grows && journal.length === known) return;
    const added = entriesOf(journal.from(grows ? known : 0));
    const isAppended = grows && known > 0 && (await file.append(added.map(writeJson), readersOf(added)));
    if (!isAppended) {
      const all = known > 0 && grows ? entriesOf(journal) : added;
      await file.replace(all.map(writeJson), readersOf(all));
    }
    this.#written = journal;
  }

  #caughtUp(): void {
    clearTimeout(this.#timer);
    this.#retryMs = FIRST_RETRY_MS;
    if (this.#reason === undefined) return;
    this.#reason = undefined;
    this.#options.tell?.(undefined);
  }

  #fellBehind(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const isNews = this.#reason !== reason;
    this.#reason = reason;
    if (isNews) this.#options.tell?.(this.lag);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
      void this.follow();
    }, this.#retryMs);
    // The timer does not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}
