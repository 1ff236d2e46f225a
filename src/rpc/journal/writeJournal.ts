import type { FileTarget } from '../../async/fileTarget.ts';
import { restIfDue } from '../../async/turns.ts';
import { jsonPieces } from '../../json/jsonPieces.ts';
import type { Files, Readers } from './files.ts';
import type { JournalEntry } from './journalEntry.ts';

/** The characters that are written to the file at a time. */
const PIECE_CHARS = 2 ** 16;

/** Writes a journal to a file of its own, in pieces, so that a large one takes no memory. */
export async function writeJournal(files: Files, path: string, journal: readonly JournalEntry[]): Promise<void> {
  const encoder = new TextEncoder();
  const write = async (file: FileTarget) => {
    let text = '';
    for (const piece of jsonPieces(journal)) {
      text += piece;
      if (text.length < PIECE_CHARS) continue;
      await file.append(encoder.encode(text));
      text = '';
      const rest = restIfDue();
      if (rest) await rest;
    }
    await file.append(encoder.encode(text));
  };
  await files.write(path, write, 'dump', readersOf(journal));
}

/** A request to the postman may name the key of an account on L1. */
export const readersOf = (journal: readonly JournalEntry[]): Readers =>
  journal.some(({ method, params }) => method.endsWith('_postmanLoad') && namesKey(params)) ? 'owner' : 'all';

const namesKey = (params: unknown): boolean =>
  (Array.isArray(params)
    ? params[2]
    : (params as { deployer_account_private_key?: unknown } | null)?.deployer_account_private_key) != null;
