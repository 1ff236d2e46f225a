import type { Explanation } from '../../data/explanation.ts';
import { Card } from '../../parts/Card.tsx';
import { counted, grouped, safeName, shortHash } from '../../parts/format.ts';
import { Hash } from '../../parts/Hash.tsx';
import { Empty } from '../../parts/messages.tsx';
import { Table } from '../../parts/Table.tsx';

type Change = Explanation['storage_changes'][number];

/** Small numbers read better as decimals. */
const SMALL = 10n ** 30n;

function Value({ value }: { readonly value: string }) {
  const number = BigInt(value);
  return number < SMALL ? <span title={value}>{grouped(number)}</span> : <Hash value={value} bare />;
}

/** What a transaction changed in storage: every cell before and after. */
export function StorageChanges({ explanation }: { readonly explanation: Explanation }) {
  const { storage_changes: changes, storage_changes_length: length } = explanation;
  if (changes.length === 0) return <Empty title="No storage changed" />;
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.contract_address);
    if (group) group.push(change);
    else groups.set(change.contract_address, [change]);
  }
  return (
    <>
      {[...groups].map(([address, rows]) => (
        <Card
          key={address}
          title={rows[0]!.contract_name === null ? shortHash(address) : safeName(rows[0]!.contract_name)}
          more={<Hash value={address} kind="contract" />}
          isFlush
        >
          <Table
            label="Storage changes"
            rows={rows}
            keyOf={({ key }) => key}
            columns={[
              { name: 'Cell', cell: (row) => <Cell change={row} /> },
              { name: 'Before', cell: ({ before }) => <Value value={before} />, isNumber: true },
              { name: 'After', cell: ({ after }) => <Value value={after} />, isNumber: true },
            ]}
          />
        </Card>
      ))}
      {length !== undefined && (
        <p class="muted">
          {counted(changes.length, 'change')} of {grouped(length)} are shown.
        </p>
      )}
    </>
  );
}

/** A cell by its name, where that is known. */
function Cell({ change }: { readonly change: Change }) {
  const { name } = change as Change & { readonly name?: string | null };
  return name ? <code title={change.key}>{safeName(name)}</code> : <Hash value={change.key} />;
}
