import type { JournalEntry } from '../chain/node.ts';
import type { Files } from './files.ts';
import { writeJson } from './json.ts';

/** The file that follows the journal with every request (`--dump-on block`). */
export class JournalFile {
  readonly #files: Files;
  readonly #path: string;
  /** What the file holds of this run; undefined when it has to be written anew. */
  #written: readonly JournalEntry[] | undefined = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** Brings the file up to date, in the order of asking. */
  sync(journal: readonly JournalEntry[]): Promise<void> {
    const turn = this.#last.then(() => this.#write(journal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Replaces what the file holds. */
  rewrite(journal: readonly JournalEntry[]): Promise<void> {
    this.#written = undefined;
    return this.sync(journal);
  }

  async #write(journal: readonly JournalEntry[]): Promise<void> {
    const known = this.#written?.length ?? 0;
    const grows =
      this.#written && journal.length >= known && (known === 0 || journal[known - 1] === this.#written[known - 1]);
    if (grows) for (const entry of journal.slice(known)) await this.#files.append(this.#path, writeJson(entry));
    else if (journal.length > 0) await this.#files.write(this.#path, writeJson(journal));
    else await this.#files.remove(this.#path);
    this.#written = journal;
  }
}
