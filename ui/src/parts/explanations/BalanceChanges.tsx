import { useNames } from '../../data/chain/names.ts';
import {
  type BalanceCell,
  type BalanceChange,
  balanceChanges,
  type Transfer,
} from '../../data/explanations/transfers.ts';
import { Card } from '../layout/Card.tsx';
import { Table } from '../layout/Table.tsx';
import { grouped, safeName } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { Quantity } from '../values/Quantity.tsx';

/** More changes are not shown: a block can have thousands. */
const MOST_ROWS = 50;

interface Props {
  readonly transfers: readonly Transfer[];
  /** Balances in storage. Those of contracts that are no tokens are left out. */
  readonly cells?: readonly BalanceCell[];
  /** Whether there are more transfers than these. */
  readonly isPartial?: boolean;
  readonly title: string;
}

/** What changed in the balances of tokens, with the decimals of each token; nothing if nothing did. */
export function BalanceChanges({ transfers, cells = [], isPartial = false, title }: Props) {
  const known = useNames([...new Set(cells.map(({ token }) => token))]);
  const changes = balanceChanges(
    transfers,
    cells.filter(({ token }) => known.get(token)?.token),
    isPartial,
  );
  if (changes.length === 0) return null;
  return (
    <Card title={title} isFlush>
      <Table
        label={title}
        rows={changes.slice(0, MOST_ROWS)}
        keyOf={({ owner, token, id, isFee }) => `${owner} ${token} ${id} ${isFee}`}
        columns={[
          { name: 'Owner', cell: ({ owner }) => <Hash value={owner} kind="contract" /> },
          { name: 'Change', cell: (change) => <Change change={change} />, isNumber: true, isPlain: true },
          { name: 'Token', cell: ({ token }) => <Hash value={token} kind="contract" bare />, isPlain: true },
          {
            name: 'Balance after',
            cell: ({ after, token }) => after !== undefined && <Quantity value={after} token={token} />,
            isNumber: true,
            isMinor: true,
          },
        ]}
      />
      {changes.length > MOST_ROWS && (
        <p class="body muted">
          The first {MOST_ROWS} of {grouped(changes.length)} are shown.
        </p>
      )}
    </Card>
  );
}

const Change = ({ change: { amount, token, id, isFee } }: { readonly change: BalanceChange }) => (
  <>
    {isFee && <span class="badge">fee</span>}{' '}
    {id === undefined ? (
      <Quantity value={amount} token={token} isChange />
    ) : (
      <span class={amount < 0n ? 'bad' : 'good'}>
        {amount < 0n ? '−' : '+'} no. {safeName(id, 80)}
      </span>
    )}
  </>
);
