import type { AbiModel } from '../../../../src/abi/abiModel.ts';
import { decodedEvent } from '../../data/contractAbi.ts';
import { useQuery } from '../../data/hooks.ts';
import { Card } from '../../parts/Card.tsx';
import { grouped, safeName, shortHashesIn } from '../../parts/format.ts';
import { Hash } from '../../parts/Hash.tsx';
import { Empty, Loaded } from '../../parts/messages.tsx';
import { PagerFooter } from '../../parts/Pager.tsx';
import { Table } from '../../parts/Table.tsx';
import { href, useLocation } from '../../routing/router.ts';

const PAGE_ROWS = 25;

/** The events of a contract, oldest first, decoded by its ABI. */
export function ContractEvents({ address, abi }: { readonly address: string; readonly abi: AbiModel | undefined }) {
  const page = useLocation().query.get('page') ?? undefined;
  const events = useQuery('starknet_getEvents', {
    filter: { address, chunk_size: PAGE_ROWS, ...(page === undefined ? {} : { continuation_token: page }) },
  });
  return (
    <Card isFlush>
      <Loaded query={events}>
        {({ events: rows, continuation_token: next = null }) =>
          rows.length === 0 ? (
            <Empty title="No events of this contract" />
          ) : (
            <>
              <Table
                label="Events"
                rows={rows}
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
              <PagerFooter name="page" next={next} labels={['First', 'Later']} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

interface EventProps {
  readonly text: string | undefined;
  readonly keys: readonly string[];
  readonly data: readonly string[];
}

/** An event as text; one that the ABI does not have with its keys and its data. */
const EventText = ({ text, keys, data }: EventProps) =>
  text === undefined ? (
    <code>
      {shortHashesIn(safeName(keys.join(' '), 400))}
      {data.length > 0 && <span class="muted"> data {shortHashesIn(safeName(data.join(' '), 400))}</span>}
    </code>
  ) : (
    <span>{safeName(shortHashesIn(text), 400)}</span>
  );
