import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { usePage } from '../../data/node/usePage.ts';
import { href, useLocation } from '../../routing/router.ts';
import { PagerFooter } from '../layout/Pager.tsx';
import { Empty, Loaded } from '../messages/messages.tsx';
import { grouped, safeName } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { Ago } from '../values/Time.tsx';
import { type EventRow, EventRows } from './EventRows.tsx';

const PAGE_ROWS = 25;

type Found = RpcResult<'sandbox_findEvents'>['events'][number];

interface Props {
  /** Only those that match, in the words of the node. */
  readonly filter: Partial<RpcParams<'sandbox_findEvents'>>;
  readonly empty: string;
}

interface EventFilter {
  readonly name?: string;
  readonly fields?: readonly { readonly name: string }[];
}

/** The events of the chain that match, newest first, page by page. */
export function FoundEvents({ filter, empty }: Props) {
  const before = useLocation().query.get('before') ?? undefined;
  const page = usePage('sandbox_findEvents', {
    ...filter,
    limit: PAGE_ROWS,
    ...(before === undefined ? {} : { before }),
  });
  return (
    <Loaded query={page}>
      {({ events, next }) => (
        <>
          {events.length > 0 ? (
            <EventRows rows={events.map(rowOf)} />
          ) : next === null ? (
            <Empty title={empty}>
              <MembersOf filter={filter} />
            </Empty>
          ) : (
            <Empty title="None among the newest ones">Look on among the older ones.</Empty>
          )}
          <PagerFooter name="before" next={next} />
        </>
      )}
    </Loaded>
  );
}

/** Says which members the events of a filter have, if those that it names are others. */
function MembersOf({ filter }: Pick<Props, 'filter'>) {
  const { fields = [], name, ...rest } = filter as EventFilter;
  const found = useQuery(
    'sandbox_findEvents',
    name === undefined || fields.length === 0 ? undefined : { ...rest, name, limit: 1 },
  ).data;
  const members = Object.keys(found?.events[0]?.members ?? {});
  const isKnown = fields.every((field) => members.includes(field.name));
  return members.length === 0 || isKnown ? null : <p>{safeName(`${name} has ${members.join(', ')}.`, 300)}</p>;
}

/** An event that no ABI has: its keys and its data. */
const feltsText = ({ keys, data }: Found): string =>
  `${keys.join(' ')}${data.length > 0 ? ` data ${data.join(' ')}` : ''}`;

const rowOf = (event: Found): EventRow => ({
  id: `${event.transaction_hash} ${event.event_index}`,
  from: event.from_address,
  contractName: event.contract_name,
  text: event.name === null ? feltsText(event) : event.text,
  keys: event.keys,
  data: event.data,
  members: event.members,
  place: (
    <>
      <Hash value={event.from_address} kind="contract" name={event.contract_name} bare />{' '}
      <Hash value={event.transaction_hash} kind="tx" bare />{' '}
      <a href={href(`/block/${event.finality_status === 'PRE_CONFIRMED' ? 'pre_confirmed' : event.block_number}`)}>
        {event.finality_status === 'PRE_CONFIRMED' ? 'open block' : `block ${grouped(event.block_number)}`}
      </a>{' '}
      <Ago seconds={event.timestamp} />
    </>
  ),
});
