import { type Block, type BlockId, readBlockId, useBlock } from '../../data/chain/useBlock.ts';
import { balanceCell, transferOf } from '../../data/explanations/transfers.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { usePage } from '../../data/node/usePage.ts';
import { StateDiffView } from '../../parts/chain/StateDiffView.tsx';
import { TransactionList } from '../../parts/chain/TransactionList.tsx';
import { BalanceChanges } from '../../parts/explanations/BalanceChanges.tsx';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Tabs } from '../../parts/layout/Tabs.tsx';
import { Empty, Loaded, LoadedThing, Loading, Missing } from '../../parts/messages/messages.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { FinalityBadge } from '../../parts/values/Badges.tsx';
import { dateText, grouped, price } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { Json } from '../../parts/values/Json.tsx';
import { Ago } from '../../parts/values/Time.tsx';
import { href, type ScreenProps } from '../../routing/router.ts';

export default function BlockScreen({ params }: ScreenProps) {
  const id = readBlockId(params['id']!);
  const block = useBlock(id);
  if (id === undefined)
    return (
      <Missing title="This is not a block" value={params['id']!}>
        <p class="muted">A block has a number, or a hash that begins with 0x.</p>
      </Missing>
    );
  return (
    <LoadedThing query={block} what="Block" value={params['id']!}>
      {(data) => (
        <div class="stack">
          <Heading block={data} />
          <Tabs
            label="The block"
            tabs={[
              {
                id: 'transactions',
                name: `Transactions (${grouped(data.transaction_count)})`,
                content: () => (
                  <Card isFlush>
                    <TransactionList
                      blockNumber={data.block_number}
                      empty="This block has no transactions"
                      {...('block_hash' in data ? {} : { hint: 'The next ones appear here at once.' })}
                    />
                  </Card>
                ),
              },
              { id: 'balances', name: 'Balances', content: () => <BlockBalances block={data} /> },
              { id: 'header', name: 'Header', content: () => <Header block={data} /> },
              { id: 'state', name: 'State changes', content: () => <StateChanges block={data} /> },
              { id: 'raw', name: 'JSON', content: () => <Raw block={data} /> },
            ]}
          />
        </div>
      )}
    </LoadedThing>
  );
}

/** The most events of tokens that are read for a block. */
const MOST_EVENTS = 200;

/** What a sealed block says of the past does not change while the chain goes on. */
const freshnessOf = (block: Block) => (block.status === 'PRE_CONFIRMED' ? 'live' : 'fixed');

/** The states before and after a block. */
const statesAround = ({ block_number, status }: Block) => ({
  before: { block_id: { block_number: block_number - 1 } },
  after: { block_id: status === 'PRE_CONFIRMED' ? ('pre_confirmed' as const) : { block_number } },
});

/** What a block changed in the balances of tokens, fees included. */
function BlockBalances({ block }: { readonly block: Block }) {
  const number = block.block_number;
  const freshness = freshnessOf(block);
  // The node looks at some thousand transactions at a time, so a page may be short although transfers follow.
  const page = usePage(
    'sandbox_findEvents',
    { name: 'Transfer', from_block: number, to_block: number, limit: MOST_EVENTS },
    freshness,
  );
  const compared = useQuery('sandbox_compareStates', number === 0 ? undefined : statesAround(block), freshness);
  const changes = compared.data;
  const cells = (changes?.contracts ?? []).flatMap(({ contract_address, storage }) =>
    storage.flatMap(
      ({ path, value_before, value_after }) => balanceCell(contract_address, path, value_before, value_after) ?? [],
    ),
  );
  return (
    <Loaded query={page}>
      {({ events, next }) => {
        const transfers = events.flatMap((event) => transferOf(event.from_address, event) ?? []);
        if (transfers.length + cells.length === 0)
          return compared.isLoading ? <Loading /> : <Empty title="No token moved in this block" />;
        return (
          <>
            <BalanceChanges title="Balance changes" transfers={transfers} cells={cells} isPartial={next !== null} />
            {next !== null && (
              <p class="muted">
                Of balances that are not known from storage, only the last {MOST_EVENTS} transfers are counted.{' '}
                <a href={href(`/events?name=Transfer&from=${number}&to=${number}`)}>All of them</a>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Heading({ block }: { readonly block: Block }) {
  const isSealed = 'block_hash' in block;
  return (
    <div class="spread">
      <div>
        <h1>{isSealed ? `Block ${grouped(block.block_number)}` : `Open block ${grouped(block.block_number)}`}</h1>
        <p class="muted">
          {dateText(block.timestamp)}
          {isSealed && (
            <>
              , <Ago seconds={block.timestamp} />
            </>
          )}
        </p>
      </div>
      <div class="row">
        <FinalityBadge status={isSealed ? block.status : 'PRE_CONFIRMED'} />
        {block.block_number > 0 && (
          <a class="button small" href={href(`/block/${block.block_number - 1}`)}>
            ← Block {grouped(block.block_number - 1)}
          </a>
        )}
        {isSealed && (
          <a class="button small" href={href(`/block/${block.block_number + 1}`)}>
            Block {grouped(block.block_number + 1)} →
          </a>
        )}
        {isSealed && <RestoreButton number={block.block_number} />}
      </div>
    </div>
  );
}

/** Goes back to the chain as it was after a block. */
function RestoreButton({ number }: { readonly number: number }) {
  const node = useNode();
  const restore = () =>
    node
      .change('sandbox_restore', { block_id: { block_number: number } })
      .then(() => tell(`Restored block ${grouped(number)}. The timeline keeps the chain you left.`), tellFailure);
  return (
    <ActionButton
      method="sandbox_restore"
      class="button small"
      onClick={restore}
      title="Go back to the chain as it was after this block"
    >
      Restore
    </ActionButton>
  );
}

function Header({ block }: { readonly block: Block }) {
  const prices = (of: Block['l1_gas_price']) => `${price(of.price_in_fri, 'fri')}, ${price(of.price_in_wei, 'wei')}`;
  return (
    <Card>
      <Facts
        rows={[
          ...('block_hash' in block
            ? ([
                ['Hash', <Hash key="hash" value={block.block_hash} full />],
                ['Parent', <Hash key="parent" value={block.parent_hash} kind="block" full />],
              ] as const)
            : []),
          ['Time', `${dateText(block.timestamp)} (${block.timestamp})`],
          ['Protocol version', block.starknet_version],
          ['Sequencer', <Hash key="sequencer" value={block.sequencer_address} full />],
          ['L2 gas price', prices(block.l2_gas_price)],
          ['L1 gas price', prices(block.l1_gas_price)],
          ['L1 data gas price', prices(block.l1_data_gas_price)],
          ['Data availability', block.l1_da_mode],
          ...('block_hash' in block
            ? ([
                ['Events', grouped(block.event_count)],
                ['State changes', grouped(block.state_diff_length)],
                ['State root', <Hash key="root" value={block.new_root} full />],
                ['Transaction commitment', <Hash key="transactions" value={block.transaction_commitment} full />],
                ['Receipt commitment', <Hash key="receipts" value={block.receipt_commitment} full />],
                ['Event commitment', <Hash key="events" value={block.event_commitment} full />],
                ['State diff commitment', <Hash key="diff" value={block.state_diff_commitment} full />],
              ] as const)
            : []),
        ]}
      />
    </Card>
  );
}

/** The block itself, although the screen is that of the latest one. */
const idOf = ({ block_number, status }: Block): BlockId =>
  status === 'PRE_CONFIRMED' ? 'pre_confirmed' : { block_number };

function Raw({ block }: { readonly block: Block }) {
  const whole = useQuery('chain_getBlockWithTxs', { block_id: idOf(block) }, freshnessOf(block));
  // The status is all that changes of a sealed block.
  const { status } = block;
  return <Loaded query={whole}>{(data) => <Json value={{ ...data, status }} label="block" />}</Loaded>;
}

/** With more changed cells, these are listed by their keys. */
const MOST_NAMED = 100;

function StateChanges({ block }: { readonly block: Block }) {
  const update = useQuery('chain_getStateUpdate', { block_id: idOf(block) }, freshnessOf(block));
  const compared = useQuery(
    'sandbox_compareStates',
    block.block_number === 0 ? undefined : statesAround(block),
    freshnessOf(block),
  );
  const { contracts, contract_count, cell_count } = compared.data ?? {};
  const listed = contracts?.reduce((sum, { storage }) => sum + storage.length, 0);
  // Of a large block not all is compared. Its cells are listed whole.
  const isWhole = contracts?.length === contract_count && (cell_count ?? 0) <= MOST_NAMED;
  return (
    <Loaded query={update}>
      {({ state_diff }) =>
        block.block_number > 0 && compared.isLoading ? (
          <Loading />
        ) : (
          <StateDiffView diff={state_diff} contracts={isWhole && listed ? contracts : undefined} />
        )
      }
    </Loaded>
  );
}
