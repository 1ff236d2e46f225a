import type { RpcResult } from '../../../../src/rpc/schema.ts';
import type { PlacedEvent } from '../../data/explanations/explanation.ts';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Empty } from '../../parts/messages/messages.tsx';
import { Decoded } from '../../parts/values/Decoded.tsx';
import { safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';

const MOST = 200;

interface Props {
  readonly events: readonly PlacedEvent[];
  readonly receipt: RpcResult<'chain_getTransactionReceipt'>;
}

/** The events of a transaction, decoded; without an explanation, as the receipt has them. */
export function EventList({ events, receipt }: Props) {
  if (events.length === 0 && receipt.events.length === 0) return <Empty title="No events" />;
  if (events.length === 0)
    return (
      <>
        {receipt.events.slice(0, MOST).map(({ from_address, keys, data }, i) => (
          <Card key={i} title={`Event ${i}`}>
            <Facts
              rows={[
                ['From', <Hash key="from" value={from_address} kind="contract" full />],
                ['Keys', <code key="keys">{keys.join(' ')}</code>],
                ['Data', data.length > 0 && <code key="data">{data.slice(0, 100).join(' ')}</code>],
              ]}
            />
          </Card>
        ))}
      </>
    );
  return (
    <>
      {events.slice(0, MOST).map(({ call, event, isDropped }, i) => (
        <Card
          key={i}
          title={event.name === null ? 'Unknown event' : safeName(event.name)}
          more={
            <span class="row">
              {isDropped && <span class="badge bad">dropped by the revert</span>}
              <Hash value={call.contract_address} kind="contract" name={call.contract_name} />
            </span>
          }
        >
          <Facts
            rows={[
              ['Members', event.members !== null && <Decoded key="members" value={event.members} />],
              ['Keys', <code key="keys">{event.keys.join(' ')}</code>],
              ['Data', event.data.length > 0 && <code key="data">{event.data.slice(0, 100).join(' ')}</code>],
            ]}
          />
        </Card>
      ))}
      {events.length > MOST && (
        <p class="muted">
          The first {MOST} of {events.length} events are shown.
        </p>
      )}
    </>
  );
}
