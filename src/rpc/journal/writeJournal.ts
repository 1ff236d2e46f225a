import { writeJson } from '../../json/writeJson.ts';
import type { Files, Readers } from './files.ts';
import type { JournalEntry } from './journalEntry.ts';

/** Writes a journal to a file of its own. */
export const writeJournal = (files: Files, path: string, journal: readonly JournalEntry[]): Promise<void> =>
  files.write(path, writeJson(journal), 'dump', readersOf(journal));

/** A request to the postman may name the key of an account on L1. */
export const readersOf = (journal: readonly JournalEntry[]): Readers =>
  journal.some(({ method, params }) => method.endsWith('_postmanLoad') && namesKey(params)) ? 'owner' : 'all';

const namesKey = (params: unknown): boolean =>
  (Array.isArray(params)
    ? params[2]
    : (params as { deployer_account_private_key?: unknown } | null)?.deployer_account_private_key) != null;
