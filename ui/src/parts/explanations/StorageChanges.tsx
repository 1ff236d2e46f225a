import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import type { Explanation } from '../../data/explanations/explanation.ts';
import { Card } from '../layout/Card.tsx';
import { Table } from '../layout/Table.tsx';
import { Empty } from '../messages/messages.tsx';
import { Decoded } from '../values/Decoded.tsx';
import { contractText, counted, grouped, safeName, shortHashesIn } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';

type Change = Explanation['storage_changes'][number];

/** Numbers below this are shown as decimals, which read better. */
const SMALL = 10n ** 30n;

/** A value before or after: decoded where its type is known, otherwise its first cell. */
function Value({ decoded, cell }: { readonly decoded: DecodedValue; readonly cell: string }) {
  if (decoded !== null && typeof decoded === 'object') return <Decoded value={decoded} />;
  const text = decoded === null ? cell : String(decoded);
  if (!/^(?:0x[0-9a-f]+|\d+)$/.test(text)) return <code>{safeName(text)}</code>;
  const number = BigInt(text);
  return number < SMALL ? <span title={cell}>{grouped(number)}</span> : <Hash value={text} bare />;
}

/** What a transaction changed in storage: every cell before and after. */
export function StorageChanges({ explanation }: { readonly explanation: Explanation }) {
  const { storage_changes: changes, storage_changes_length: length } = explanation;
  if (changes.length === 0) return <Empty title="No storage changed" />;
  const groups = Map.groupBy(changes, ({ contract_address }) => contract_address);
  return (
    <>
      {[...groups].map(([address, rows]) => (
        <Card
          key={address}
          title={contractText(rows[0]!.contract_name, address)}
          more={<Hash value={address} kind="contract" />}
          isFlush
        >
          <Table
            label="Storage changes"
            rows={rows}
            keyOf={({ key }) => key}
            columns={[
              { name: 'Cell', cell: (row) => <Cell change={row} /> },
              {
                name: 'Before',
                cell: ({ value_before, before }) => <Value decoded={value_before} cell={before} />,
                isNumber: true,
              },
              {
                name: 'After',
                cell: ({ value_after, after }) => <Value decoded={value_after} cell={after} />,
                isNumber: true,
              },
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

/** A variable or an entry of one by its name; the key of its cell where that is not known. */
function Cell({ change: { path, type, key } }: { readonly change: Change }) {
  if (path === null) return <Hash value={key} />;
  return (
    <span class="cell-name">
      <code title={safeName(path, 400)}>{safeName(shortHashesIn(path))}</code>{' '}
      {type !== null && <span class="muted">{safeName(type, 60)}</span>}
    </span>
  );
}
