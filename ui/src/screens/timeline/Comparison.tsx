import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useNames } from '../../data/chain/names.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { counted, grouped } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { Quantity } from '../../parts/values/Quantity.tsx';
import { ContractCard } from './ContractCard.tsx';
import { type ComparedBalance, comparedBalances } from './comparedBalances.ts';
import type { StatePoint } from './rows.ts';

type Comparison = RpcResult<'sandbox_compareStates'>;

interface Props {
  readonly before: StatePoint;
  readonly after: StatePoint;
}

/** How two states differ: balances, classes, contracts, nonces and storage. */
export function ComparisonView({ before, after }: Props) {
  const comparison = useQuery('sandbox_compareStates', { before, after });
  return <Loaded query={comparison}>{(data) => <Differences comparison={data} />}</Loaded>;
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { contracts, declared_classes, missing_classes, contract_count, cell_count } = comparison;
  const known = useNames(contracts.map(({ contract_address }) => contract_address));
  const balances = comparedBalances(comparison, (address) => !!known.get(address)?.token);
  if (contract_count + declared_classes.length + missing_classes.length === 0)
    return <Empty title="The two states are the same" />;
  return (
    <>
      {balances.length > 0 && <Balances rows={balances} />}
      {declared_classes.length + missing_classes.length > 0 && (
        <Card title="Classes" isFlush>
          <Table
            label="Classes"
            rows={[
              ...declared_classes.map((hash) => ({ hash, where: 'after' })),
              ...missing_classes.map((hash) => ({ hash, where: 'before' })),
            ]}
            keyOf={({ hash }) => hash}
            columns={[
              { name: 'Class', cell: ({ hash }) => <Hash value={hash} kind="class" /> },
              { name: 'Declared', cell: ({ where }) => `only ${where}` },
            ]}
          />
        </Card>
      )}
      {contracts.map((contract) => (
        <ContractCard key={contract.contract_address} contract={contract} />
      ))}
      <p class="muted">
        {counted(contract_count, 'contract')} and {counted(cell_count, 'storage cell')} differ
        {contract_count > contracts.length && `; the first ${grouped(contracts.length)} contracts are shown`}.
      </p>
    </>
  );
}

const Balances = ({ rows }: { readonly rows: readonly ComparedBalance[] }) => (
  <Card title={counted(rows.length, 'balance')} isFlush>
    <Table
      label="Balances"
      rows={rows}
      keyOf={({ owner, token, path }) => `${owner} ${token} ${path}`}
      columns={[
        { name: 'Account', cell: ({ owner }) => <Hash value={owner} kind="contract" /> },
        {
          name: 'Change',
          cell: ({ before, after, token }) => <Quantity value={after - before} token={token} isChange withSymbol />,
          isNumber: true,
        },
        { name: 'Before', cell: (row) => <Balance row={row} amount={row.before} />, isNumber: true },
        { name: 'After', cell: (row) => <Balance row={row} amount={row.after} />, isNumber: true },
      ]}
    />
  </Card>
);

const Balance = ({ row: { unit, token }, amount }: { readonly row: ComparedBalance; readonly amount: bigint }) =>
  unit === undefined ? <Quantity value={amount} token={token} withSymbol /> : <Amount amount={amount} unit={unit} />;
