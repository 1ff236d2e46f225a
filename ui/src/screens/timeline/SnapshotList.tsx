import type { Refusal } from '../../data/node/refusals.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { counted, grouped } from '../../parts/values/format.ts';
import { Ago } from '../../parts/values/Time.tsx';
import { href } from '../../routing/router.ts';
import type { Row, Snapshot } from './rows.ts';

/** More are folded. */
const MOST_OPEN = 8;

interface Props {
  readonly rows: readonly Row[];
  readonly titleOf: (row: Row) => string;
  readonly branchOf: (snapshot: Snapshot) => string | undefined;
  readonly refusal: Refusal;
  readonly onRestore: (row: Row) => void;
  readonly onCompare: (row: Row) => void;
}

/** The snapshots that belong to blocks of other pages, and the ways there. */
export function SnapshotList({ rows, titleOf, branchOf, refusal, onRestore, onCompare }: Props) {
  const refused = refusal('sandbox_restore');
  if (rows.length === 0) return null;
  return (
    <Card>
      <details open={rows.length <= MOST_OPEN}>
        <summary>{counted(rows.length, 'snapshot')} at blocks of other pages</summary>
        <ul class="stack" aria-label="Snapshots at blocks of other pages">
          {rows.map((row) => (
            <li key={row.id} class="spread">
              <span>
                <a href={href(`/timeline?before=${row.number + 1}`)}>{titleOf(row)}</a>{' '}
                <span class="muted">
                  at block {grouped(row.number)}
                  {branchOf(row.snapshot!) !== undefined && `, ${branchOf(row.snapshot!)}`},{' '}
                  <Ago seconds={row.snapshot!.timestamp} />
                </span>
              </span>
              <span class="row">
                <button
                  type="button"
                  class="button small"
                  aria-label={`Compare ${titleOf(row)}`}
                  onClick={() => onCompare(row)}
                >
                  Compare
                </button>
                <button
                  type="button"
                  class="button small"
                  aria-label={`Restore ${titleOf(row)}`}
                  disabled={refused !== undefined}
                  title={refused}
                  onClick={() => onRestore(row)}
                >
                  Restore
                </button>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
