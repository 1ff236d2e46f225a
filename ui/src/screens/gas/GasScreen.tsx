import { useMemo } from 'preact/hooks';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useOnce } from '../../data/node/useOnce.ts';
import { readProfileText } from '../../data/profile/useProfile.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { ProfileActions } from '../../parts/measures/ProfileActions.tsx';
import { ProfileView } from '../../parts/measures/ProfileView.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { grouped, safeName } from '../../parts/values/format.ts';
import { href } from '../../routing/router.ts';

type Report = RpcResult<'sandbox_getGasReport'>;
const NO_PARAMS = {};

/** Where the gas of all transactions went: what each function of each contract used, and a profile of everything. */
export default function GasScreen() {
  const report = useOnce('sandbox_getGasReport', NO_PARAMS);
  const asked = useOnce('sandbox_profileTransaction', { format: 'speedscope' });
  const content = asked.data?.content;
  const profile = useMemo(() => (content === undefined ? undefined : readProfileText(content)), [content]);
  const isOld = report.isOld || asked.isOld;
  const isBusy = report.isBusy || asked.isBusy;
  const again = () => {
    report.again();
    asked.again();
  };
  return (
    <div class="stack">
      <div class="row spread">
        <h1>Gas</h1>
        <div class="row">
          <a class="button small" href={href('/gas/compare')}>
            Compare
          </a>
          {profile && content !== undefined && (
            <ProfileActions name="all transactions" profile={profile} content={content} />
          )}
          <button
            type="button"
            class={isOld ? 'button small primary' : 'button small'}
            disabled={isBusy}
            onClick={again}
          >
            {isBusy ? 'Measuring …' : isOld ? 'The chain has changed: measure again' : 'Measure again'}
          </button>
        </div>
      </div>
      <p class="muted">
        All transactions of this chain. A <a href={href('/txs')}>transaction</a> has the same for itself under Gas.
      </p>
      <Loaded query={report}>{(data) => <ReportTable report={data} />}</Loaded>
      <Loaded query={{ ...asked, data: profile }}>
        {(data) => (data.samples.length === 0 ? null : <ProfileView profile={data} />)}
      </Loaded>
    </div>
  );
}

function ReportTable({ report }: { readonly report: Report }) {
  const rows = report.functions.toSorted((a, b) => most(b) - most(a));
  if (rows.length === 0) return <Empty title="No call was measured yet">Send a transaction, and measure again.</Empty>;
  return (
    <Card
      title="Functions of contracts"
      more={<span class="muted">L2 gas of one call, with what it calls; the largest call first</span>}
      isFlush
    >
      <Table
        label="Gas of the functions of contracts"
        rows={rows}
        keyOf={({ class_hash, name }) => `${class_hash} ${name}`}
        columns={[
          {
            name: 'Function',
            cell: ({ contract, name, class_hash }) => (
              <a href={href(`/class/${class_hash}`)} title={class_hash}>
                {safeName(contract, 40)}.{safeName(name, 60)}
              </a>
            ),
          },
          { name: 'Calls', cell: ({ calls }) => grouped(calls), isNumber: true },
          {
            name: 'Failed',
            cell: ({ failed }) => (failed === 0 ? '' : grouped(failed)),
            isNumber: true,
            isMinor: true,
          },
          { name: 'Least', cell: ({ l2_gas }) => figure(l2_gas?.min), isNumber: true },
          { name: 'Median', cell: ({ l2_gas }) => figure(l2_gas?.median), isNumber: true },
          { name: 'Most', cell: ({ l2_gas }) => figure(l2_gas?.max), isNumber: true },
        ]}
      />
    </Card>
  );
}

/** What sorts the functions: the most that one call of it used. */
const most = ({ l2_gas }: Report['functions'][number]): number => Number(l2_gas?.max ?? -1);

const figure = (value: number | bigint | undefined): string => (value === undefined ? '' : grouped(value));
