import type { JournalEntry } from '../../chain/node.ts';
import { parseJson } from '../../json/parseJson.ts';
import { limits } from '../../protocol/limits.ts';
import { readEnvelope } from '../envelope.ts';

/** A request of the journal from its text; throws when it is none. */
export function readJournalEntry(text: Uint8Array): JournalEntry {
  const entry = parseJson(text, limits.fileJson);
  if (readEnvelope(entry)?.kind !== 'call') throw new Error('this is no request that a journal could hold');
  return entry as unknown as JournalEntry;
}
