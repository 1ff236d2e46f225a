import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { feeTokens } from '../../data/contracts/feeTokens.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { StorageTable } from '../../parts/chain/StorageTable.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { contractText, counted, grouped, shortHash, tokenOf } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { Quantity } from '../../parts/values/Quantity.tsx';
import type { StatePoint } from './rows.ts';

type Comparison = RpcResult<'sandbox_compareStates'>;
type Contract = Comparison['contracts'][number];

interface Props {
  readonly before: StatePoint;
  readonly after: StatePoint;
}

/** How two states differ: balances, classes, contracts, nonces and storage. */
export function ComparisonView({ before, after }: Props) {
  const comparison = useQuery('sandbox_compareStates', { before, after });
  return <Loaded query={comparison}>{(data) => <Differences comparison={data} />}</Loaded>;
}

/** The address of the token that an amount of this unit is one of. */
const tokenIn = (unit: 'FRI' | 'WEI'): string => feeTokens[tokenOf(unit)];

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { balances, contracts, declared_classes, missing_classes, contract_count, cell_count } = comparison;
  if (contract_count + declared_classes.length + missing_classes.length === 0)
    return <Empty title="The two states are the same" />;
  return (
    <>
      {balances.length > 0 && (
        <Card title={counted(balances.length, 'balance')} isFlush>
          <Table
            label="Balances"
            rows={balances}
            keyOf={({ address, unit }) => `${address} ${unit}`}
            columns={[
              { name: 'Account', cell: ({ address }) => <Hash value={address} kind="contract" /> },
              {
                name: 'Change',
                cell: ({ before, after, unit }) => (
                  <Quantity value={BigInt(after) - BigInt(before)} token={tokenIn(unit)} isChange withSymbol />
                ),
                isNumber: true,
              },
              { name: 'Before', cell: ({ before, unit }) => <Amount amount={before} unit={unit} />, isNumber: true },
              { name: 'After', cell: ({ after, unit }) => <Amount amount={after} unit={unit} />, isNumber: true },
            ]}
          />
        </Card>
      )}
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

/** What became of a contract, in words. */
function factsOf({ class_hash_before: was, class_hash_after: is, nonce_before, nonce_after }: Contract): string[] {
  const facts: string[] = [];
  if (was === null && is !== null) facts.push('deployed');
  else if (was !== null && is === null) facts.push('exists only before');
  else if (was !== is) facts.push(`class ${shortHash(was!)} → ${shortHash(is!)}`);
  if (nonce_before !== nonce_after) facts.push(`nonce ${BigInt(nonce_before)} → ${BigInt(nonce_after)}`);
  return facts;
}

function ContractCard({ contract }: { readonly contract: Contract }) {
  const { contract_address, contract_name, storage } = contract;
  const facts = factsOf(contract);
  return (
    <Card
      title={contractText(contract_name, contract_address)}
      more={
        <span class="row">
          {facts.map((fact) => (
            <span key={fact} class="badge">
              {fact}
            </span>
          ))}
          <Hash value={contract_address} kind="contract" />
        </span>
      }
      isFlush
    >
      {storage.length > 0 && <StorageTable contract={contract} />}
    </Card>
  );
}
