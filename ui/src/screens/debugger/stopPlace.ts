import { LAST_MOMENT } from '../../data/explanations/failurePlace.ts';
import { lineOf } from './breakpoints.ts';
import type { DebugParams, View } from './useDebugger.ts';

type Events = View['events'];

/**
 * The last time that the transaction was where a link says: in a line, `file:line`, at the write of a `cell:NAME`, at an
 * `event:ADDRESS` or `event:ADDRESS.NAME`, or at a `panic`.
 */
export async function placeOf(
  stop: string | null,
  ask: (params: DebugParams) => Promise<{ readonly events: Events }>,
): Promise<DebugParams> {
  if (stop === null) return {};
  // The last write of a storage variable.
  if (stop.startsWith('cell:')) return { moment: LAST_MOMENT, move: 'last_write', cell: stop.slice(5) };
  if (stop.startsWith('event:')) {
    // A failure is that of the next request too, which tells it.
    const { events } = await ask({ moment: LAST_MOMENT }).catch(() => ({ events: [] }));
    const found = lastEvent(events, stop.slice(6));
    return { moment: found ? found.moment + 1 : LAST_MOMENT, move: 'reverse', break_on: ['event'] };
  }
  const isLine = /:\d{1,7}$/.test(stop);
  return {
    moment: LAST_MOMENT,
    move: 'reverse',
    ...(isLine ? { breakpoints: [lineOf(stop)] } : { break_on: ['panic'] }),
  };
}

/** The last event of a contract, by its address, or `ADDRESS.NAME`; by the contract alone if none has the name, which may be a selector. */
function lastEvent(events: Events, wanted: string): Events[number] | undefined {
  const [address, name] = wanted.split('.', 2);
  const own = events.filter(({ contract_address }) => contract_address === address);
  return own.findLast(({ text }) => text.split('(', 1)[0] === name) ?? own.at(-1);
}
