import { limits } from '../../../protocol/limits.ts';
import { list, optional, struct, text, u64 } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { cursorAt, itemCursor } from '../../decode/itemCursor.ts';
import { nameOrSelector } from '../../decode/nameOrSelector.ts';
import { pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import type { FoundEventSummary } from '../../format/foundEvent.ts';
import { listRange } from '../../listRange.ts';
import { method } from '../../method.ts';

const field = struct('EventField', { name: text('nameChars'), value: text('nameChars') });

const params = optionalParams(
  struct('EventSearch', {
    before: optional(itemCursor('next', 'events')),
    limit: optional(pageSize),
    contract_address: optional(address),
    name: optional(nameOrSelector),
    fields: optional(list(field, 'eventFields')),
    from_block: optional(u64),
    to_block: optional(u64),
  }),
);

/** A page of a list of events. */
export interface FoundEventPage {
  readonly events: readonly FoundEventSummary[];
  /** The parameter `before` of the next page; null after the last one. */
  readonly next: string | null;
}

/** Lists events with their names and members, the newest first. */
export const findEvents = method({
  name: 'findEvents',
  group: 'sandbox',
  summary:
    'A page of the events that were emitted here, newest first, decoded. `contract_address`, `name` (or selector), `fields` (members with their values) and a range of blocks choose some of them.',
  kind: 'read',
  origin: 'none',
  params,
  run: async (
    { chain },
    { before, limit = usualPage, contractAddress, name, fields = [], ...range },
  ): Promise<FoundEventPage> => {
    const { searchEvents } = await import('../../../tools/find/eventSearch.ts');
    const { newProgress } = await import('../../../tools/find/matchingTransactions.ts');
    const { summarizeEvent } = await import('../../format/foundEvent.ts');
    const events: FoundEventSummary[] = [];
    const search = { contract: contractAddress, selector: name?.selector, fields };
    const progress = newProgress();
    for (const found of searchEvents(chain, search, listRange(chain, range), before, progress)) {
      const rest = chain.rest();
      if (rest) await rest;
      if (found && events.length === limit) {
        const { transaction, eventIndex } = found;
        return { events, next: cursorAt(transaction.blockNumber, transaction.index, eventIndex + 1) };
      }
      if (found) events.push(summarizeEvent(found, chain));
      else if (progress.scanned >= limits.scannedTransactions)
        return { events, next: cursorAt(progress.blockNumber, progress.index, 0) };
    }
    return { events, next: null };
  },
});
