import type { AbiModel } from '../../../../src/abi/abiModel.ts';
import { decodedEvent } from '../../data/contracts/contractAbi.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { FoundEvents } from '../../parts/chain/FoundEvents.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { PagerFooter } from '../../parts/layout/Pager.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { grouped, safeName, shortHashesIn } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { href, useLocation } from '../../routing/router.ts';

const PAGE_ROWS = 25;

/** A page of the events of a contract, oldest first. */
function useEvents(address: string, start: string | undefined) {
  const from = (token: string | undefined) => ({
    filter: { address, chunk_size: PAGE_ROWS, ...(token === undefined ? {} : { continuation_token: token }) },
  });
  const page = useQuery('chain_getEvents', from(start));
  // A fork lists the events of its origin on pages of their own, and there may be none.
  const next = page.data?.events.length === 0 ? page.data.continuation_token : undefined;
  const nextPage = useQuery('chain_getEvents', next === undefined ? undefined : from(next));
  return next === undefined ? page : nextPage;
}

/** The events of a contract: those made here, newest first, and on a fork those that its origin had, oldest first. */
export function ContractEvents(props: { readonly address: string; readonly abi: AbiModel | undefined }) {
  const { address } = props;
  const isFork = useQuery('sandbox_getStatus', {}, 'fixed').data?.fork_config;
  return (
    <>
      <p class="row">
        <a href={href(`/events?contract=${address}`)}>Filter the events of this contract</a>
        <WatchButton rule={{ kind: 'event', address }} label="Stop at the next event" />
      </p>
      <Card isFlush>
        <FoundEvents filter={{ contract_address: address }} empty="No events of this contract" />
      </Card>
      {isFork && <OriginEvents {...props} />}
    </>
  );
}

/** All events of a contract on a fork, with those of the origin. */
function OriginEvents({ address, abi }: { readonly address: string; readonly abi: AbiModel | undefined }) {
  const page = useEvents(address, useLocation().query.get('page') ?? undefined);
  return (
    <Card title="With those of the origin, oldest first" isFlush>
      <Loaded query={page}>
        {({ events, continuation_token: next = null }) => (
          <>
            {events.length === 0 && next === null ? (
              <Empty title="No events of this contract" />
            ) : (
              <Table
                label="Events"
                rows={events}
                keyOf={({ transaction_hash, event_index }) => `${transaction_hash} ${event_index}`}
                columns={[
                  {
                    name: 'Event',
                    cell: ({ keys, data }) => (
                      <EventText text={abi && decodedEvent(abi, keys, data)} keys={keys} data={data} />
                    ),
                  },
                  {
                    name: 'Transaction',
                    cell: ({ transaction_hash }) => <Hash value={transaction_hash} kind="tx" bare />,
                  },
                  {
                    name: 'Block',
                    cell: ({ block_number, block_hash }) => (
                      <a href={href(`/block/${block_hash === undefined ? 'pre_confirmed' : block_number}`)}>
                        {block_hash === undefined ? 'open' : grouped(block_number!)}
                      </a>
                    ),
                    isNumber: true,
                  },
                ]}
              />
            )}
            <PagerFooter name="page" next={next} labels={['First', 'Later']} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface EventProps {
  readonly text: string | undefined;
  readonly keys: readonly string[];
  readonly data: readonly string[];
}

/** An event as text; if the ABI does not have it, its keys and its data. */
const EventText = ({ text, keys, data }: EventProps) =>
  text === undefined ? (
    <code>
      {shortHashesIn(safeName(keys.join(' '), 400))}
      {data.length > 0 && <span class="muted"> data {shortHashesIn(safeName(data.join(' '), 400))}</span>}
    </code>
  ) : (
    <span>{safeName(shortHashesIn(text), 400)}</span>
  );
