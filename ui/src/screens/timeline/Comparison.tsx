import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import {
  contractText,
  counted,
  grouped,
  inTokens,
  safeName,
  shortHash,
  shortHashesIn,
  tokenOf,
} from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { NamedText } from '../../parts/values/NamedText.tsx';
import { ValueText } from '../../parts/values/ValueText.tsx';
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
              { name: 'Change', cell: (row) => <Change {...row} />, isNumber: true },
              { name: 'Before', cell: (row) => <Balance amount={row.before} unit={row.unit} />, isNumber: true },
              { name: 'After', cell: (row) => <Balance amount={row.after} unit={row.unit} />, isNumber: true },
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

function Change({ before, after, unit }: Comparison['balances'][number]) {
  const change = BigInt(after) - BigInt(before);
  return (
    <span class={`nowrap ${change < 0n ? 'bad' : 'good'}`}>
      {change < 0n ? '−' : '+'}
      {inTokens(change < 0n ? -change : change, 18)} {tokenOf(unit)}
    </span>
  );
}

/** The accounts that mint own so much that nobody reads all digits; larger amounts are cut. */
const MOST_READ = 10n ** 33n;

const Balance = ({ amount, unit }: { readonly amount: string; readonly unit: 'FRI' | 'WEI' }) =>
  BigInt(amount) < MOST_READ ? <Amount amount={amount} unit={unit} /> : <Value text={amount} />;

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
      {storage.length > 0 && (
        <Table
          label={`Storage of ${shortHash(contract_address)}`}
          rows={storage}
          keyOf={({ key }) => key}
          columns={[
            {
              name: 'Variable',
              cell: ({ path, key }) =>
                path === null ? (
                  <Hash value={key} />
                ) : (
                  <code class="nowrap" title={safeName(path, 400)}>
                    <NamedText text={path} max={60} />
                  </code>
                ),
            },
            {
              name: 'Before',
              cell: ({ path, before }) => <ValueText text={before} of={contract_address} name={path} />,
              isNumber: true,
            },
            {
              name: 'After',
              cell: ({ path, before, after }) => (
                <ValueText text={after} of={contract_address} name={path} was={before} />
              ),
              isNumber: true,
            },
          ]}
        />
      )}
    </Card>
  );
}

/** A long value is cut in its middle. */
function Value({ text }: { readonly text: string }) {
  const short = safeName(shortHashesIn(text), 400);
  return (
    <span class="mono" title={safeName(text, 400)}>
      {short.length <= 32 ? short : `${short.slice(0, 14)}…${short.slice(-10)}`}
    </span>
  );
}
