import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Explanation, eventsOf, printsOf } from '../../data/explanations/explanation.ts';
import { balanceCellsOf, transfersOf } from '../../data/explanations/transfers.ts';
import { useCanDebug } from '../../data/node/canDebug.ts';
import { type Query, useQuery } from '../../data/node/hooks.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { isHex } from '../../data/text/hex.ts';
import { BalanceChanges } from '../../parts/explanations/BalanceChanges.tsx';
import { CallTree } from '../../parts/explanations/CallTree.tsx';
import { FlameGraph } from '../../parts/explanations/FlameGraph.tsx';
import { StorageChanges } from '../../parts/explanations/StorageChanges.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Lazy } from '../../parts/layout/Lazy.tsx';
import { Tabs } from '../../parts/layout/Tabs.tsx';
import { Empty, Failure, Loaded, LoadedThing, NotHex } from '../../parts/messages/messages.tsx';
import { Code } from '../../parts/values/Code.tsx';
import { grouped } from '../../parts/values/format.ts';
import { Json } from '../../parts/values/Json.tsx';
import { href, type ScreenProps } from '../../routing/router.ts';
import { EventList } from './EventList.tsx';
import { Heading } from './Heading.tsx';
import { Messages } from './Messages.tsx';
import { Overview } from './Overview.tsx';
import { RevertBox } from './RevertBox.tsx';
import { Waiting } from './Waiting.tsx';

type Receipt = RpcResult<'chain_getTransactionReceipt'>;

export default function TransactionScreen({ params }: ScreenProps) {
  const hash = params['hash']!;
  const asked = isHex(hash) ? { transaction_hash: hash } : undefined;
  const receipt = useQuery('chain_getTransactionReceipt', asked);
  const explanation = useQuery('sandbox_explainTransaction', asked, 'fixed');
  const canDebug = useCanDebug('sandbox_debugTransaction');
  const canCover = useRefusals()('sandbox_getCoverage') === undefined;
  // One that waits in the mempool has no receipt.
  const status = useQuery('chain_getTransactionStatus', receipt.error ? asked : undefined);
  if (!asked) return <NotHex what="a transaction hash" value={hash} />;
  if (receipt.error && !status.error && isQueued(status.data)) return <Waiting hash={hash} />;
  return (
    <LoadedThing query={receipt} what="Transaction" value={hash}>
      {(data) => (
        <div class="stack">
          <Heading receipt={data} explanation={explanation.data} canDebug={canDebug} />
          {data.execution_status === 'REVERTED' && (
            <RevertBox receipt={data} explanation={explanation.data} canDebug={canDebug} />
          )}
          <Tabs label="The transaction" tabs={tabsOf(hash, data, explanation, canCover)} />
        </div>
      )}
    </LoadedThing>
  );
}

const isQueued = (status: RpcResult<'chain_getTransactionStatus'> | undefined): boolean =>
  status?.finality_status === 'RECEIVED' || status?.finality_status === 'CANDIDATE';

function tabsOf(hash: string, receipt: Receipt, explanation: Query<Explanation>, canCover: boolean) {
  const { data } = explanation;
  const events = data ? eventsOf(data.calls) : [];
  const prints = data ? printsOf(data.calls) : [];
  const changes = data?.storage_changes_length ?? data?.storage_changes.length ?? 0;
  const messages = receipt.messages_sent.length;
  const counted = (name: string, count: number) => (count > 0 ? `${name} (${grouped(count)})` : name);
  return [
    { id: 'calls', name: 'Calls', content: () => <Calls hash={hash} explanation={explanation} /> },
    { id: 'overview', name: 'Overview', content: () => <Overview hash={hash} receipt={receipt} /> },
    {
      id: 'gas',
      name: 'Gas',
      content: () => (
        <Lazy key="gas" load={() => import('./GasTab.tsx')}>
          {({ GasTab }) => <GasTab hash={hash} receipt={receipt} />}
        </Lazy>
      ),
    },
    ...(canCover
      ? [
          {
            id: 'coverage',
            name: 'Coverage',
            content: () => (
              <Lazy key="coverage" load={() => import('./CoverageTab.tsx')}>
                {({ CoverageTab }) => <CoverageTab hash={hash} />}
              </Lazy>
            ),
          },
        ]
      : []),
    {
      id: 'events',
      name: counted('Events', events.length || receipt.events.length),
      content: () => <EventList events={events} receipt={receipt} />,
    },
    {
      id: 'state',
      name: counted('Storage', changes),
      content: () => <Loaded query={explanation}>{(shown) => <StorageChanges explanation={shown} />}</Loaded>,
    },
    ...(messages > 0
      ? [{ id: 'messages', name: counted('Messages', messages), content: () => <Messages receipt={receipt} /> }]
      : []),
    ...(prints.length > 0
      ? [
          {
            id: 'prints',
            name: counted('Prints', prints.length),
            content: () => (
              <Code
                text={prints
                  .map(({ call, text }) => `${call.contract_name ?? call.contract_address}: ${text}`)
                  .join('\n')}
              />
            ),
          },
        ]
      : []),
    { id: 'raw', name: 'JSON', content: () => <Raw hash={hash} receipt={receipt} explanation={data} /> },
  ];
}

function Calls({ hash, explanation }: { readonly hash: string; readonly explanation: Query<Explanation> }) {
  if (explanation.error && !explanation.data) return <Failure error={explanation.error} />;
  return (
    <Loaded query={explanation}>
      {(shown) =>
        shown.calls.length === 0 ? (
          <Empty title="This transaction called nothing" />
        ) : (
          <>
            <BalanceChanges title="Balance changes" transfers={transfersOf(shown)} cells={balanceCellsOf(shown)} />
            <Card title="Gas" more={<a href={href(`/tx/${hash}?tab=gas`)}>By function and line</a>}>
              <FlameGraph explanation={shown} />
            </Card>
            <Card title="Call tree" isFlush>
              <CallTree calls={shown.calls} />
            </Card>
          </>
        )
      }
    </Loaded>
  );
}

function Raw({ hash, receipt, explanation }: { hash: string; receipt: Receipt; explanation: Explanation | undefined }) {
  const transaction = useQuery('chain_getTransactionByHash', { transaction_hash: hash }, 'fixed');
  const trace = useQuery('chain_traceTransaction', { transaction_hash: hash }, 'fixed');
  return (
    <>
      <Card title="Transaction">
        <Loaded query={transaction}>{(data) => <Json value={data} label="transaction" />}</Loaded>
      </Card>
      <Card title="Receipt">
        <Json value={receipt} label="receipt" />
      </Card>
      <Card title="Trace">
        <Loaded query={trace}>{(data) => <Json value={data} label="trace" />}</Loaded>
      </Card>
      {explanation && (
        <Card title="Explanation">
          <Code text={explanation.text} />
        </Card>
      )}
    </>
  );
}
