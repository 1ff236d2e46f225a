// The timeline as rows, newest first, and what each row draws of the branches beside it.
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import type { Block } from '../../data/chain/useBlock.ts';

export type Snapshots = RpcResult<'sandbox_getSnapshots'>;
export type Snapshot = Snapshots['snapshots'][number];

/** A state of the chain, as a request names it. */
export type StatePoint =
  | { readonly snapshot_id: `0x${string}` }
  | { readonly block_id: 'pre_confirmed' | { readonly block_number: number } };

export interface Row {
  readonly id: string;
  readonly point: StatePoint;
  /** The newest block at this point. */
  readonly number: number;
  readonly lane: number;
  readonly block?: Block;
  readonly snapshot?: Snapshot;
}

/** Branches beyond these share the last lane. */
const MOST_LANES = 6;
const laneOf = (branch: number): number => Math.min(branch, MOST_LANES - 1);

/** The rows of a page of blocks and of the snapshots that belong between them. */
export function rowsOf(blocks: readonly Block[], { snapshots }: Snapshots, isFirst: boolean, isLast: boolean): Row[] {
  const top = isFirst ? Number.POSITIVE_INFINITY : (blocks[0]?.block_number ?? 0);
  const bottom = isLast ? Number.NEGATIVE_INFINITY : (blocks.at(-1)?.block_number ?? 0);
  const blockRows = blocks.map((block): Row => {
    const isOpen = block.status === 'PRE_CONFIRMED';
    const { block_number } = block;
    return {
      id: isOpen ? 'now' : `block ${block_number}`,
      point: { block_id: isOpen ? 'pre_confirmed' : { block_number } },
      number: block_number,
      lane: 0,
      block,
    };
  });
  const snapshotRows = snapshots
    .filter(({ block_number }) => block_number <= top && block_number >= bottom)
    .map(
      (snapshot): Row => ({
        id: `snapshot ${snapshot.snapshot_id}`,
        point: { snapshot_id: snapshot.snapshot_id },
        number: snapshot.block_number,
        lane: laneOf(snapshot.branch),
        snapshot,
      }),
    )
    .reverse();
  // A snapshot stands above its block, because it was made after it.
  return [...snapshotRows, ...blockRows].sort((a, b) => b.number - a.number);
}

/** The snapshots that have no row on a page, newest first. */
export const rowsElsewhere = (rows: readonly Row[], snapshots: Snapshots): readonly Row[] => {
  const here = new Set(rows.map(({ id }) => id));
  return rowsOf([], snapshots, true, true).filter(({ id }) => !here.has(id));
};

/** The line of a branch in a row: through the whole row, or from its middle down where the branch has its newest row. */
interface LaneLine {
  readonly lane: number;
  readonly line: 'through' | 'below';
}

/** A branch that leaves a lane at this row. */
interface Fork {
  readonly from: number;
  readonly to: number;
}

export interface Drawing {
  readonly lanes: readonly LaneLine[];
  readonly forks: readonly Fork[];
  readonly width: number;
}

/** The lines beside each row. */
export function drawingsOf(rows: readonly Row[], { branches }: Snapshots): readonly Drawing[] {
  const width = laneOf(branches.length - 1) + 1;
  return rows.map((row, i) => {
    const isBlock = row.block !== undefined;
    const lanes: LaneLine[] = [];
    const forks: Fork[] = [];
    branches.forEach(({ parent, shared_block_number: shared }, branch) => {
      const lane = laneOf(branch);
      const first = rows.findIndex((each) => each.lane === lane && (branch === 0 || each.number > shared!));
      const last = parent === null ? rows.length : rows.findIndex(({ block, number }) => block && number <= shared!);
      // From the newest row of the branch on this page to the block that it shares with its parent. Without a row here it is not drawn.
      if (first >= 0 && i >= first && (last < 0 || i < last))
        lanes.push({ lane, line: i === first ? 'below' : 'through' });
      if (parent !== null && isBlock && i === last && first >= 0 && first < last)
        forks.push({ from: laneOf(parent), to: lane });
    });
    return { lanes, forks, width };
  });
}
