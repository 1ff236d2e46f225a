import type { Drawing, Row } from './rows.ts';

/** A row of the timeline with its place in the list, or a run of blocks that nothing sets apart. */
export type TimelineItem =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'run'; readonly indexes: readonly number[] };

/** Shorter runs stay open. */
const SHORTEST_RUN = 6;
/** The newest rows are always shown. */
const NEWEST = 5;

/** Folds runs of blocks between snapshots, branches and the blocks that have marks. */
export function foldedRows(
  rows: readonly Row[],
  drawings: readonly Drawing[],
  isMarked: (row: Row) => boolean,
): readonly TimelineItem[] {
  const items: TimelineItem[] = [];
  let run: number[] = [];
  const endRun = () => {
    if (run.length >= SHORTEST_RUN) items.push({ kind: 'run', indexes: run });
    else items.push(...run.map((index) => ({ kind: 'row', index }) as const));
    run = [];
  };
  for (const [index, row] of rows.entries()) {
    const isPlain =
      index >= NEWEST &&
      index < rows.length - 1 &&
      row.block !== undefined &&
      drawings[index]!.forks.length === 0 &&
      !isMarked(row);
    if (isPlain) run.push(index);
    else {
      endRun();
      items.push({ kind: 'row', index });
    }
  }
  endRun();
  return items;
}
