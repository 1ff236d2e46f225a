import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import type { Explanation } from '../../data/explanations/explanation.ts';
import { Card } from '../layout/Card.tsx';
import { Table } from '../layout/Table.tsx';
import { Empty } from '../messages/messages.tsx';
import { Decoded } from '../values/Decoded.tsx';
import { contractText, counted, grouped, safeName } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { NamedText } from '../values/NamedText.tsx';
import { ValueText } from '../values/ValueText.tsx';

type Change = Explanation['storage_changes'][number];

/** Felts below this are shown as decimals, which read better. */
const SMALL = 10n ** 30n;

/** A value as text: decoded where its type is known, otherwise its first cell. */
function textOf(decoded: DecodedValue, cell: string): string {
  const text = decoded === null ? cell : String(decoded);
  return /^0x[0-9a-f]+$/.test(text) && BigInt(text) < SMALL ? BigInt(text).toString() : text;
}

/** A value before or after. */
function Value({ change, at }: { readonly change: Change; readonly at: 'before' | 'after' }) {
  const { contract_address, path } = change;
  const decoded = at === 'before' ? change.value_before : change.value_after;
  if (decoded !== null && typeof decoded === 'object')
    return <Decoded value={decoded} of={contract_address} name={path ?? ''} />;
  const text = textOf(decoded, change[at]);
  if (/^0x[0-9a-f]+$/.test(text)) return <Hash value={text} bare />;
  const was = at === 'after' ? textOf(change.value_before, change.before) : undefined;
  return <ValueText text={text} of={contract_address} name={path} was={was} />;
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
              { name: 'Before', cell: (row) => <Value change={row} at="before" />, isNumber: true },
              { name: 'After', cell: (row) => <Value change={row} at="after" />, isNumber: true },
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
      <code title={safeName(path, 400)}>
        <NamedText text={path} max={120} />
      </code>{' '}
      {type !== null && <span class="muted">{safeName(type, 60)}</span>}
    </span>
  );
}
