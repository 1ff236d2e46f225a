import type { ComponentChildren } from 'preact';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { chainTime, clockOf } from '../../data/chain/chainClock.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { BlockTable } from '../../parts/chain/BlockTable.tsx';
import { TransactionTable } from '../../parts/chain/TransactionTable.tsx';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Failure, Loaded } from '../../parts/messages/messages.tsx';
import { clockText, counted, dayText, duration, grouped, price, safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { Ago, useNow } from '../../parts/values/Time.tsx';
import { href } from '../../routing/router.ts';
import { BlockModeButton } from './BlockModeButton.tsx';
import { modeText } from './blockMode.ts';
import { ClockControls } from './ClockControls.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { GasPriceButton } from './GasPriceButton.tsx';
import { nextPriceText } from './gasPrice.ts';

const ROWS = 8;

export default function DashboardScreen() {
  const { address } = useNode().connection;
  const blocks = useQuery('sandbox_getBlocks', { limit: ROWS });
  const transactions = useQuery('sandbox_getTransactions', { limit: ROWS });
  return (
    <div class="stack">
      <h1>Dashboard</h1>
      <Tiles />
      <ClockControls />
      <div class="columns uneven">
        <Card title="Latest transactions" more={<a href={href('/txs')}>All transactions</a>} isFlush>
          <Loaded query={transactions}>
            {(page) =>
              page.transactions.length === 0 ? (
                <FirstSteps address={address} />
              ) : (
                <TransactionTable transactions={page.transactions} isShort />
              )
            }
          </Loaded>
        </Card>
        <Card title="Latest blocks" more={<a href={href('/blocks')}>All blocks</a>} isFlush>
          <Loaded query={blocks}>{(page) => <BlockTable blocks={page.blocks} isShort />}</Loaded>
        </Card>
      </div>
      <NodeFacts />
    </div>
  );
}

type Overview = RpcResult<'sandbox_getOverview'>;

/** The tiles keep their places while they wait for the node. */
function Tiles() {
  const { data, error } = useQuery('sandbox_getOverview', {});
  if (!data && error) return <Failure error={error} />;
  return (
    <dl class="tiles" aria-busy={!data}>
      <Tile name="Latest block" note={data && <Ago seconds={data.latest_block.timestamp} />}>
        {data && <a href={href('/block/latest')}>{grouped(data.latest_block.block_number)}</a>}
      </Tile>
      <Tile name="Transactions" note={data && `in ${counted(data.block_count, 'block')}`}>
        {data && <a href={href('/txs')}>{grouped(data.transaction_count)}</a>}
      </Tile>
      <Tile
        name="Open block"
        note={data && modeText(data.block_generation_on)}
        action={data && <BlockModeButton mode={data.block_generation_on} />}
      >
        {data && <a href={href('/block/pre_confirmed')}>{counted(data.pre_confirmed_tx_count, 'tx', 'txs')}</a>}
      </Tile>
      <Tile
        name="L2 gas price"
        action={data && <GasPriceButton prices={data.gas_prices} />}
        note={
          data &&
          (nextPriceText(data) ??
            `L1 ${price(data.gas_prices.l1_gas.price_in_fri, 'fri')}, data ${price(data.gas_prices.l1_data_gas.price_in_fri, 'fri')}`)
        }
      >
        {data && price(data.gas_prices.l2_gas.price_in_fri, 'fri')}
      </Tile>
      {data ? <ClockTile overview={data} /> : <Tile name="Block clock" note={undefined} />}
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly note: ComponentChildren;
  /** A button beside the name. */
  readonly action?: ComponentChildren;
  readonly children?: ComponentChildren;
}

function Tile({ name, note, action, children }: TileProps) {
  return (
    <div class="tile">
      <dt class={action ? 'spread' : undefined}>
        {name} {action}
      </dt>
      <dd>{children ?? NOTHING_YET}</dd>
      <dd class="note">{note ?? NOTHING_YET}</dd>
    </div>
  );
}

/** A line without text, as high as one with text. */
const NOTHING_YET = '\u00a0';

/** The time that the next block would get now. */
function ClockTile({ overview }: { readonly overview: Overview }) {
  const now = useNow();
  const clock = clockOf(overview);
  const { shift, frozenAt } = clock;
  const time = chainTime(clock, now);
  const state =
    frozenAt !== undefined
      ? 'frozen'
      : shift === 0
        ? undefined
        : `${duration(Math.abs(shift))} ${shift > 0 ? 'ahead' : 'behind'}`;
  return (
    <Tile name="Block clock" note={[dayText(time) ?? 'after all calendars', state].filter(Boolean).join(', ')}>
      {dayText(time) === undefined ? grouped(Math.floor(time)) : clockText(time)}
    </Tile>
  );
}

/** What the node is, and what is open on it. */
function NodeFacts() {
  const status = useQuery('sandbox_getStatus', {});
  const config = useQuery('sandbox_getConfig', {});
  const boxes = useQuery('sandbox_getBoxes', {});
  const { connection } = useNode();
  return (
    <Card title="Node" more={<a href={href('/settings')}>Configuration</a>}>
      <Loaded query={status}>
        {(data) => (
          <Facts
            isWide
            rows={[
              ['Address', <code key="address">{connection.address}</code>],
              ['Chain', safeName(data.chain_id)],
              [
                'Version',
                `Starbox ${'sandbox_version' in data ? data.sandbox_version : ''}, JSON-RPC ${data.protocol_version}`,
              ],
              [
                'Fork',
                data.fork_config
                  ? `${safeName(data.fork_config.url)} at block ${data.fork_config.block ?? 'latest'}`
                  : 'no',
              ],
              [
                'Accounts',
                config.data && (
                  <a href={href('/accounts')}>{counted(config.data.total_accounts, 'predeployed account')}</a>
                ),
              ],
              ['Impersonated', impersonated(data)],
              [
                'Cheats',
                data.cheat_count !== undefined && (
                  <a class="warn" href={href('/controls?section=Cheats')}>
                    {data.cheat_count} in force
                  </a>
                ),
              ],
              ['Boxes', boxes.data && `${boxes.data.boxes.length} of ${boxes.data.max_boxes}`],
              [
                'Dump',
                config.data?.dump_on &&
                  `on ${config.data.dump_on} to ${safeName(config.data.dump_path ?? 'the answer')}`,
              ],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function impersonated({ auto_impersonate, impersonated_accounts }: RpcResult<'sandbox_getStatus'>) {
  if (auto_impersonate) return <span class="warn">every account</span>;
  if (impersonated_accounts.length === 0) return 'no account';
  return impersonated_accounts.slice(0, 5).map((address) => (
    <span key={address}>
      <Hash value={address} kind="contract" />{' '}
    </span>
  ));
}
