import { useState } from 'preact/hooks';
import { isBlockNumber } from '../../data/chain/useBlock.ts';
import { useNode, useQuery } from '../../data/node/hooks.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { PagerFooter } from '../../parts/layout/Pager.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { safeName } from '../../parts/values/format.ts';
import { useLocation } from '../../routing/router.ts';
import { branchName } from './branchName.ts';
import { ComparisonView } from './Comparison.tsx';
import { FoldedRun } from './FoldedRun.tsx';
import { foldedRows } from './foldedRows.ts';
import { faultMarksOf, priceStepsOf } from './marks.ts';
import { drawingsOf, type Row, rowsElsewhere, rowsOf, type Snapshot } from './rows.ts';
import { SnapshotList } from './SnapshotList.tsx';
import { TimelineRow } from './TimelineRow.tsx';

const PAGE_ROWS = 100;

export default function TimelineScreen() {
  const node = useNode();
  const before = useLocation().query.get('before') ?? '';
  const blocks = useQuery('sandbox_getBlocks', {
    // One more than is shown: the prices of the last row are compared with it.
    limit: PAGE_ROWS + 1,
    ...(isBlockNumber(before) ? { before: Number(before) } : {}),
  });
  const faults = useQuery('sandbox_getFaults', {}).data;
  const faultMarks = faults && faultMarksOf(faults);
  const snapshots = useQuery('sandbox_getSnapshots', {});
  const refusal = useRefusals();
  const [chosen, setChosen] = useState<readonly Row[]>([]);

  const compare = (row: Row) =>
    setChosen((rows) =>
      rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows.slice(-1), row],
    );
  /** A chosen snapshot may have got another name since. */
  const renamed = (row: Row): Row => {
    const now = snapshots.data?.snapshots.find(({ snapshot_id }) => snapshot_id === row.snapshot?.snapshot_id);
    return now ? { ...row, snapshot: now } : row;
  };
  const run = (change: Promise<unknown>, done: string) => change.then(() => tell(done), tellFailure);
  const restore = (row: Row) =>
    node
      .change('sandbox_restore', row.point)
      .then(
        ({ left_snapshot_id: left }) =>
          tell(`Restored ${quotedTitleOf(row)}.${left === null ? '' : ` What you left is kept as snapshot ${left}.`}`),
        tellFailure,
      );
  const take = () => run(node.change('sandbox_snapshot'), 'Snapshot made');
  const drop = ({ snapshot_id }: Snapshot) =>
    run(node.change('sandbox_dropSnapshot', { snapshot_id }), `Dropped snapshot ${snapshot_id}`);
  const rename = ({ snapshot_id }: Snapshot, name: string) =>
    run(node.change('sandbox_nameSnapshot', { snapshot_id, name }), 'Renamed');

  return (
    <div class="stack">
      <div class="spread">
        <h1>Timeline</h1>
        <ActionButton method="sandbox_snapshot" class="button primary" onClick={take}>
          Take a snapshot
        </ActionButton>
      </div>
      <p class="muted">
        Restore any block or snapshot: the chain you leave is kept as a snapshot on a branch of its own, until you drop
        it. Compare a state with the present one, or choose a second one.
      </p>
      {chosen.length > 0 && <ComparisonSection rows={chosen.map(renamed)} onClose={() => setChosen([])} />}
      <Loaded query={snapshots}>
        {(found) => (
          <Loaded query={blocks}>
            {({ blocks: read }) => {
              const page = read.slice(0, PAGE_ROWS);
              const next = read.length > PAGE_ROWS ? page.at(-1)!.block_number : null;
              const steps = priceStepsOf(read);
              const rows = rowsOf(page, found, before === '', next === null);
              const drawings = drawingsOf(rows, found);
              const items = foldedRows(rows, drawings, ({ number }) => steps.has(number) || !!faultMarks?.has(number));
              const rowAt = (i: number) => {
                const row = rows[i]!;
                return (
                  <TimelineRow
                    key={row.id}
                    row={row}
                    title={titleOf(row)}
                    branch={row.snapshot && branchName(found, row.snapshot.branch)}
                    drawing={drawings[i]!}
                    step={row.block && steps.get(row.number)}
                    faults={row.block && faultMarks?.get(row.number)}
                    isLast={i === rows.length - 1 && next === null}
                    isChosen={chosen.some(({ id }) => id === row.id)}
                    refusal={refusal}
                    onRestore={() => restore(row)}
                    onCompare={() => compare(row)}
                    onDrop={() => row.snapshot && drop(row.snapshot)}
                    onRename={(name) => row.snapshot && rename(row.snapshot, name)}
                  />
                );
              };
              return (
                <div class="stack">
                  <SnapshotList
                    rows={rowsElsewhere(rows, found)}
                    titleOf={titleOf}
                    branchOf={({ branch }) => branchName(found, branch)}
                    refusal={refusal}
                    onRestore={restore}
                    onCompare={compare}
                  />
                  <Card isFlush>
                    <ol class="timeline" aria-label="Blocks and snapshots, newest first">
                      {items.map((item) =>
                        item.kind === 'row' ? (
                          rowAt(item.index)
                        ) : (
                          <FoldedRun
                            key={`run ${rows[item.indexes.at(-1)!]!.id}`}
                            rows={item.indexes.map((i) => rows[i]!)}
                            drawing={drawings[item.indexes[0]!]!}
                          >
                            {() => item.indexes.map(rowAt)}
                          </FoldedRun>
                        ),
                      )}
                    </ol>
                    <PagerFooter name="before" next={next} />
                  </Card>
                </div>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

function titleOf({ snapshot, block, number }: Row): string {
  if (snapshot) return snapshot.name === null ? `snapshot ${snapshot.snapshot_id}` : safeName(snapshot.name);
  return block?.status === 'PRE_CONFIRMED' ? 'now' : `block ${number}`;
}

/** With quotes round a name that somebody gave, which may read like the words around it. */
const quotedTitleOf = (row: Row): string => (row.snapshot?.name == null ? titleOf(row) : `“${titleOf(row)}”`);

const NOW: Row['point'] = { block_id: 'pre_confirmed' };

/** Compares the chosen states: two in the order of the chain, or one with the present state. */
function ComparisonSection({ rows, onClose }: { readonly rows: readonly Row[]; readonly onClose: () => void }) {
  const [first, second] = rows as [Row, Row?];
  const [older, newer] = second && second.number < first.number ? [second, first] : [first, second];
  return (
    <section class="stack" aria-label="Comparison">
      <div class="spread">
        <h2>
          From {quotedTitleOf(older)} to {newer ? quotedTitleOf(newer) : 'now'}
        </h2>
        <button type="button" class="button" onClick={onClose}>
          Close the comparison
        </button>
      </div>
      <ComparisonView before={older.point} after={newer?.point ?? NOW} />
    </section>
  );
}
