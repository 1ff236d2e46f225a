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
  /** Told when the file falls behind, with the reason, and when it is complete again. */
  readonly tell?: ((lag: JournalLag | undefined) => void) | undefined;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * The file that follows the journal with every request (`--dump-on block`). At every moment it holds a whole beginning of the
 * journal. A request whose entry cannot be written has happened all the same: the file is then behind, and catches up with
 * the next request that changes the chain, or by itself.
 */
export class JournalFile {
  readonly #options: JournalFileOptions;
  /** What the file holds of this run; undefined when it has to be written whole. */
  #written: Journal | undefined = PersistentVector.empty();
  /** The write that is under way or was last, and one that waits for it: all who come meanwhile share that one. */
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

  /** Brings the file up to date with the chain. Never throws: what cannot be written is told of, and tried again. */
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
    // One that waits already would still add to what is there.
    this.#next = undefined;
    return this.follow();
  }

  /** Writes a journal that the chain is about to have; throws when that fails, and the file is as it was. */
  prepare(journal: Journal): Promise<void> {
    const turn = this.#last.then(() => this.#write(journal));
    this.#last = turn.catch(() => undefined);
    this.#next = undefined;
    return turn;
  }

  /** Tries no more by itself. */
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
    // Where there are processes, this keeps none of them alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}
