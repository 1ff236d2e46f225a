import { useState } from 'preact/hooks';
import type { RpcParams } from '../../../../src/rpc/schema.ts';
import { useAskingAgain, useNode } from '../../data/node/hooks.ts';
import { usePage } from '../../data/node/usePage.ts';
import { textIn } from '../../data/text/filterValues.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { type Filter, Filters } from '../../parts/forms/Filters.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { PagerFooter } from '../../parts/layout/Pager.tsx';
import { Empty, Failure, Loaded } from '../../parts/messages/messages.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { counted } from '../../parts/values/format.ts';
import { useLocation } from '../../routing/router.ts';
import { MessageTable } from './MessageTable.tsx';

const PAGE_ROWS = 25;

type Wanted = RpcParams<'sandbox_getL1Messages'>;

const options = (...values: readonly string[]) => values.map((value) => ({ value, name: value }));

const FILTERS: readonly Filter[] = [
  {
    name: 'direction',
    label: 'Direction',
    options: [
      { value: 'to_l2', name: 'from L1 to L2' },
      { value: 'to_l1', name: 'from L2 to L1' },
    ],
  },
  { name: 'state', label: 'State', options: options('waiting', 'delivered', 'consumed', 'refused') },
  { name: 'hash', label: 'Hash', placeholder: 'of a message, or of a transaction of L1 or L2' },
];

/** The messages between L1 and L2, and what became of them. */
export default function MessagesScreen() {
  const { deliver, failure } = useDelivery();
  const { query } = useLocation();
  const hash = textIn(query, 'hash');
  // A message that is sent on L1 makes no block here. One that is looked for on a long chain takes several requests, which need no repetition.
  useAskingAgain(hash === undefined);
  const wanted = {
    page_size: PAGE_ROWS,
    ...(hash !== undefined && { hash }),
    ...among('direction', query, ['to_l1', 'to_l2']),
    ...among('state', query, ['waiting', 'delivered', 'consumed', 'refused']),
    ...(query.has('after') && { continuation: query.get('after')! }),
  } as Wanted;
  const page = usePage('sandbox_getL1Messages', wanted);
  const isFiltered = hash !== undefined || 'direction' in (wanted as object) || 'state' in (wanted as object);
  return (
    <div class="stack">
      <div class="spread">
        <h1>L1 messages</h1>
        <ActionButton method="sandbox_postmanFlush" class="button primary" onClick={deliver}>
          Deliver
        </ActionButton>
      </div>
      {failure && (isWithoutL1(failure) ? <NoL1 onMock={deliver} /> : <Failure error={failure} />)}
      <p class="muted">
        What contracts of L1 and L2 send each other. A message waits until it is delivered: by this button, by a client
        that calls <code>postmanFlush</code>, or after every block with <code>--l1-auto</code>.
      </p>
      <Filters filters={FILTERS} page="after" />
      <Card isFlush>
        <Loaded query={page}>
          {({ messages, continuation = null }) => (
            <>
              {messages.length > 0 ? (
                <MessageTable messages={messages} />
              ) : continuation !== null ? (
                <Empty title="None among the newest ones">Look on among the older ones.</Empty>
              ) : isFiltered ? (
                <Empty title="No message is like this" />
              ) : (
                <NoMessages />
              )}
              <PagerFooter name="after" next={continuation} />
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

/** A value of the address if the node understands it. */
function among(name: string, query: URLSearchParams, values: readonly string[]) {
  const value = textIn(query, name);
  return value !== undefined && values.includes(value) ? { [name]: value } : {};
}

/** Exchanges the messages that wait. */
function useDelivery() {
  const node = useNode();
  const [failure, setFailure] = useState<Error>();
  const deliver = () =>
    node.change('sandbox_postmanFlush').then(
      ({ messages_to_l1, messages_to_l2 }) => {
        setFailure(undefined);
        const [toL1, toL2] = [messages_to_l1.length, messages_to_l2.length];
        tell(toL1 + toL2 === 0 ? 'No message waited.' : `Delivered ${counted(toL2, 'message')} to L2, ${toL1} to L1.`);
      },
      (error: Error) => setFailure(error),
    );
  return { deliver, failure };
}

/** Whether a delivery failed because the node has no L1; these are words of starknet-devnet, which clients look for. */
const isWithoutL1 = ({ message }: Error): boolean => message.includes('Message is not configured');

/** Says that the node has no L1, and connects it to one of its own. */
function NoL1({ onMock }: { readonly onMock: () => void }) {
  const node = useNode();
  const load = () =>
    node.change('sandbox_postmanLoad', { network_url: 'mock' }).then(() => {
      tell('The node has a mock L1 now.');
      onMock();
    }, tellFailure);
  return (
    <div class="failure stack" role="alert">
      <p>
        <strong>This node has no L1 to exchange messages with.</strong> Use a mock L1, which needs nothing else; or
        start the node with <code>--l1-url</code> and the address of an L1 node.
      </p>
      <div>
        <ActionButton method="sandbox_postmanLoad" class="button" onClick={load}>
          Use a mock L1
        </ActionButton>
      </div>
    </div>
  );
}

const NoMessages = () => (
  <Empty title="No message yet">
    <p>
      Contracts send them with <code>send_message_to_l1_syscall</code>. For those from L1, start the node with{' '}
      <code>--l1-url mock</code>, <code>--l1-url evm</code> or the address of an L1 node.
    </p>
  </Empty>
);
