import { limits } from '../../../protocol/limits.ts';
import type { EventCursor } from '../../../tools/find/eventSearch.ts';
import { decoder, list, optional, struct, text, u64 } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { nameOrSelector } from '../../decode/nameOrSelector.ts';
import { pageSize, usualPage } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import type { FoundEventSummary } from '../../format/foundEvent.ts';
import { listRange } from '../../listRange.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

/** A place between two events: `7.2.1` is before the second event of the third transaction of block 7. */
const CURSOR = /^(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/;
const cursorText = text('textChars');
const cursor = decoder<EventCursor, string>('the `next` of another page of events', '999999999.0.0', (value, field) => {
  const found = CURSOR.exec(cursorText(value, field));
  if (!found) throw invalidParams(`${field ?? 'before'}: give the \`next\` of another page, such as 7.2.1`);
  return { blockNumber: Number(found[1]), index: Number(found[2]), eventIndex: Number(found[3]) };
});

const cursorOf = (...places: readonly [block: number, transaction: number, event: number]) => places.join('.');

const field = struct('EventField', { name: text('nameChars'), value: text('nameChars') });

const params = optionalParams(
  struct('EventSearch', {
    before: optional(cursor),
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
        return { events, next: cursorOf(transaction.blockNumber, transaction.index, eventIndex + 1) };
      }
      if (found) events.push(summarizeEvent(found, chain));
      else if (progress.scanned >= limits.scannedTransactions)
        return { events, next: cursorOf(progress.blockNumber, progress.index, 0) };
    }
    return { events, next: null };
  },
});
