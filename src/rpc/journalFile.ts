import type { JournalEntry } from '../chain/node.ts';
import { writeJson } from '../json/writeJson.ts';
import type { Files, Readers } from './files.ts';

/** Writes a journal whole. */
export const writeJournal = (files: Files, path: string, journal: readonly JournalEntry[]): Promise<void> =>
  files.write(path, writeJson(journal), readersOf(journal));

/** A request to the postman may name the key of an account on L1. */
export const readersOf = (journal: readonly JournalEntry[]): Readers =>
  journal.some(({ method, params }) => method.endsWith('_postmanLoad') && namesKey(params)) ? 'owner' : 'all';

const namesKey = (params: unknown): boolean =>
  (Array.isArray(params)
    ? params[2]
    : (params as { deployer_account_private_key?: unknown } | null)?.deployer_account_private_key) != null;

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
    if (grows)
      for (const entry of journal.slice(known))
        await this.#files.append(this.#path, writeJson(entry), readersOf([entry]));
    else if (journal.length > 0) await writeJournal(this.#files, this.#path, journal);
    else await this.#files.remove(this.#path);
    this.#written = journal;
  }
}
