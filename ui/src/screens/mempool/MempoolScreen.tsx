import { useState } from 'preact/hooks';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { isBlockNumber } from '../../data/chain/useBlock.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { hasMempool } from '../../data/transactions/queuedSending.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { PagerFooter } from '../../parts/layout/Pager.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { counted, duration, grouped, safeLines, shortHash } from '../../parts/values/format.ts';
import { href, useLocation } from '../../routing/router.ts';
import { Proposal, Queue } from './Queue.tsx';
import { isWaiting, type Mempool, pageOf, queuedNonces, reasonsOf, type Selected, selectionText } from './queue.ts';
import { SelectionForm } from './SelectionForm.tsx';

const PAGE_ROWS = 25;

type Mode = RpcResult<'sandbox_getOverview'>['block_generation_on'];

export default function MempoolScreen() {
  const overview = useQuery('sandbox_getOverview', {});
  const mempool = useQuery('sandbox_getMempool', {});
  return (
    <div class="stack">
      <Loaded query={overview}>
        {({ block_generation_on: mode }) => (
          <Loaded query={mempool}>
            {(data) =>
              hasMempool(mode) || data.transactions.length > 0 ? (
                <OpenMempool mempool={data} mode={mode} />
              ) : (
                <NoMempool />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

/** Lets transactions wait in a mempool, or leaves that mode again. */
function ModeButton({ mode }: { readonly mode: 'mempool' | 'transaction' }) {
  const node = useNode();
  const [name, done] =
    mode === 'mempool'
      ? ['Use a mempool', 'Transactions wait in the mempool from now on']
      : ['Execute when sent', 'Transactions are executed when they are sent from now on'];
  const set = () => node.change('sandbox_setBlockMode', { mode }).then(() => tell(done), tellFailure);
  return (
    <ActionButton method="sandbox_setBlockMode" class={mode === 'mempool' ? 'button primary' : 'button'} onClick={set}>
      {name}
    </ActionButton>
  );
}

function NoMempool() {
  return (
    <>
      <h1>Mempool</h1>
      <Card>
        <Empty title="Transactions do not wait here">
          <p>
            This node executes a transaction when it is sent. With a mempool it waits until it is selected, as on a
            network: start the node with <code>--block-generation-on mempool</code>, or begin now.
          </p>
          <p>
            <ModeButton mode="mempool" />
          </p>
        </Empty>
      </Card>
    </>
  );
}

function OpenMempool({ mempool, mode }: { readonly mempool: Mempool; readonly mode: Mode }) {
  const node = useNode();
  const [selected, setSelected] = useState<Selected>();
  const { transactions, pre_confirmed_transaction_hashes: proposed, remaining_block_capacity: room, config } = mempool;
  const waiting = transactions.filter(isWaiting);

  const run = (change: Promise<unknown>, done: string) => change.then(() => tell(done), tellFailure);
  const select = (params: { max_transactions?: number; transaction_hashes?: string[] }) =>
    node.change('sandbox_preconfirmTransactions', params).then((answer) => {
      setSelected(answer);
      tell(selectionText(answer), { isBad: answer.pre_confirmed.length === 0 });
    }, tellFailure);
  const seal = () => run(node.change('sandbox_sealBlock'), 'The block is sealed');
  const abort = () => run(node.change('sandbox_abortPreconfirmedBlock'), 'The transactions wait again');
  const clear = () => run(node.change('sandbox_clearMempool'), 'Nothing waits any more');
  const remove = (transaction_hash: string) =>
    run(node.change('sandbox_removeFromMempool', { transaction_hash }), `Removed ${shortHash(transaction_hash)}`);

  const canSelect = waiting.length > 0 && room > 0;
  const reasons = selected ? reasonsOf(selected) : [];
  return (
    <>
      <div class="spread">
        <h1>Mempool</h1>
        <div class="row">
          <ActionButton
            method="sandbox_preconfirmTransactions"
            class="button"
            disabled={!canSelect}
            onClick={() => select({ max_transactions: 1 })}
          >
            Select next
          </ActionButton>
          <ActionButton
            method="sandbox_preconfirmTransactions"
            class="button"
            disabled={!canSelect}
            onClick={() => select({})}
          >
            Fill the block
          </ActionButton>
          <ActionButton method="sandbox_sealBlock" class="button primary" onClick={seal}>
            Seal
          </ActionButton>
          <ActionButton
            method="sandbox_abortPreconfirmedBlock"
            class="button danger"
            disabled={proposed.length === 0}
            onClick={abort}
          >
            Abort
          </ActionButton>
        </div>
      </div>
      <p class="muted">{modeText(mode)}</p>
      {reasons.length > 0 && (
        <section class="note-box" aria-label="The last selection">
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{safeLines(reason)}</li>
            ))}
          </ul>
        </section>
      )}
      <ProposalCard mempool={mempool} />
      <Card
        title={`Waiting (${grouped(waiting.length)})`}
        more={
          waiting.length > 0 && (
            <ActionButton method="sandbox_clearMempool" class="button small danger" onClick={clear}>
              Clear
            </ActionButton>
          )
        }
        isFlush
      >
        {waiting.length === 0 ? (
          <Empty title="Nothing waits">
            Send a transaction to <code>{node.connection.address}</code>, or with{' '}
            <a href={href('/simulate')}>Simulate</a>. It waits here until you select it.
          </Empty>
        ) : (
          <QueuePages waiting={waiting} onSelect={(hash) => select({ transaction_hashes: [hash] })} onRemove={remove} />
        )}
      </Card>
      <Card title="Selection">
        <SelectionForm config={config} />
      </Card>
      <Card title="Block mode">
        <div class="stack">
          <p>
            {hasMempool(mode)
              ? 'Without a mempool, a transaction is executed when it is sent, in a block of its own. Those of the open block are sealed then; those that wait go on waiting here until you select or remove them.'
              : 'With a mempool, new transactions wait here too.'}{' '}
            Other modes are on the <a href={href('/')}>Dashboard</a>, at the open block.
          </p>
          <div>
            <ModeButton mode={hasMempool(mode) ? 'transaction' : 'mempool'} />
          </div>
        </div>
      </Card>
    </>
  );
}

function modeText(mode: Mode): string {
  const selecting =
    'Select transactions into the open block, where they are executed, and seal it; or abort it, and they wait again.';
  if (mode === 'transaction')
    return 'New transactions do not wait any more. Those that wait are executed when you select them, each in a block of its own.';
  if (!hasMempool(mode)) return `New transactions do not wait any more. ${selecting}`;
  return typeof mode === 'object' && 'mempool' in mode
    ? `A block is filled and sealed every ${duration(mode.mempool)} of the chain's clock.`
    : selecting;
}

function ProposalCard({ mempool }: { readonly mempool: Mempool }) {
  const { transactions, pre_confirmed_transaction_hashes: hashes, remaining_block_capacity: room } = mempool;
  const byHash = new Map(transactions.map((transaction) => [transaction.transaction_hash, transaction]));
  const rows = hashes.slice(0, PAGE_ROWS).map((hash, i) => ({ place: i + 1, hash, transaction: byHash.get(hash) }));
  const roomText = room === 0 ? 'full' : `room for ${grouped(room)} more`;
  return (
    <Card
      title={`Open block (${grouped(hashes.length)})`}
      more={
        <span class="row">
          <span class="muted">{roomText}</span>
          {hashes.length > 0 && <a href={href('/block/pre_confirmed')}>Show the block</a>}
        </span>
      }
      isFlush
    >
      {rows.length === 0 ? (
        <Empty title="Nothing is selected">Sealed now, the block would be empty.</Empty>
      ) : (
        <>
          <Proposal rows={rows} />
          {hashes.length > rows.length && (
            <footer class="muted">and {counted(hashes.length - rows.length, 'transaction')} more</footer>
          )}
        </>
      )}
    </Card>
  );
}

interface QueueProps {
  readonly waiting: Mempool['transactions'];
  readonly onSelect: (hash: string) => void;
  readonly onRemove: (hash: string) => void;
}

function QueuePages({ waiting, ...actions }: QueueProps) {
  const after = useLocation().query.get('after') ?? '';
  const { shown, next } = pageOf(waiting, isBlockNumber(after) ? Number(after) : -1, PAGE_ROWS);
  return (
    <>
      {shown.length === 0 ? (
        <Empty title="Those of this page do not wait any more" />
      ) : (
        <Queue transactions={shown} nonces={queuedNonces(waiting)} {...actions} />
      )}
      <PagerFooter name="after" next={next} labels={['First', 'Later']} />
    </>
  );
}
