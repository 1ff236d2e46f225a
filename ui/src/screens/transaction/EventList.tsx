import type { RpcResult } from '../../../../src/rpc/schema.ts';
import type { PlacedEvent } from '../../data/explanations/explanation.ts';
import { numberIn } from '../../data/text/filterValues.ts';
import { type EventRow, EventRows } from '../../parts/chain/EventRows.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Pager } from '../../parts/layout/Pager.tsx';
import { Empty } from '../../parts/messages/messages.tsx';
import { counted, grouped } from '../../parts/values/format.ts';
import { useLocation } from '../../routing/router.ts';

const PAGE_ROWS = 50;

interface Props {
  readonly events: readonly PlacedEvent[];
  readonly receipt: RpcResult<'chain_getTransactionReceipt'>;
}

const numberMark = (number: number) => <span class="muted number">{grouped(number)}</span>;

const explained = ({ call, event, isDropped }: PlacedEvent, number: number): EventRow => ({
  id: String(number),
  from: call.contract_address,
  contractName: call.contract_name,
  text: event.name === null ? 'Unknown event' : event.text,
  keys: event.keys,
  data: event.data,
  members: event.members,
  mark: (
    <>
      {numberMark(number)} {isDropped && <span class="badge bad">dropped by the revert</span>}
    </>
  ),
});

const received = ({ from_address, keys, data }: Props['receipt']['events'][number], number: number): EventRow => ({
  id: String(number),
  from: from_address,
  contractName: null,
  text: keys[0] ?? 'Event without keys',
  keys,
  data,
  members: null,
  mark: numberMark(number),
});

/** The events of a transaction, page by page: decoded if there is an explanation, otherwise as the receipt has them. */
export function EventList({ events, receipt }: Props) {
  const first = numberIn(useLocation().query, 'event') ?? 0;
  const total = events.length || receipt.events.length;
  if (total === 0) return <Empty title="No events" />;
  const end = first + PAGE_ROWS;
  const rows =
    events.length > 0
      ? events.slice(first, end).map((event, i) => explained(event, first + i))
      : receipt.events.slice(first, end).map((event, i) => received(event, first + i));
  return (
    <Card isFlush>
      <EventRows rows={rows} />
      <footer class="spread">
        <span class="muted">{counted(total, 'event')}</span>
        <Pager name="event" next={end < total ? end : null} labels={['First', 'Later']} />
      </footer>
    </Card>
  );
}
