import type { ChainValue } from './chainValue.ts';
import { nextNumber } from './history.ts';
import type { Snapshot } from './snapshots.ts';

/** Blocks one after the other. The first branch is the present chain; any other leaves an earlier branch of the list. */
export interface Branch {
  /** The longest chain of the branch. */
  readonly tip: ChainValue;
  /** The branch that it leaves; undefined for the first. */
  readonly parent: number | undefined;
  /** The last block that it shares with the parent. */
  readonly sharedNumber: number;
}

export interface Timeline {
  readonly branches: readonly Branch[];
  /** The branch of each snapshot, by its id. */
  readonly branchOf: ReadonlyMap<bigint, number>;
}

/** The number of blocks that two chains have in common, from the first. */
const sharedBlocks = (a: ChainValue, b: ChainValue): number => a.history.records.firstDifference(b.history.records);

/** Sorts snapshots into branches. COST: a comparison of each snapshot with each branch, which skips what the two share. */
export function timelineOf(
  present: ChainValue,
  snapshots: Iterable<readonly [id: bigint, snapshot: Snapshot]>,
): Timeline {
  const branches: Branch[] = [{ tip: present, parent: undefined, sharedNumber: present.history.firstNumber - 1 }];
  const branchOf = new Map<bigint, number>();
  const length = ({ value }: Snapshot) => value.history.records.length;
  // A chain is a part of every longer one that it shares all its blocks with.
  for (const [id, { value }] of [...snapshots].sort(([, a], [, b]) => length(b) - length(a))) {
    const shared = branches.map(({ tip }) => sharedBlocks(value, tip));
    const most = Math.max(...shared);
    const closest = shared.indexOf(most);
    if (most === value.history.records.length) branchOf.set(id, closest);
    else {
      branchOf.set(id, branches.length);
      branches.push({ tip: value, parent: closest, sharedNumber: value.history.firstNumber + most - 1 });
    }
  }
  return { branches, branchOf };
}

/** The number of the newest sealed block. */
export const newestNumber = (value: ChainValue): number => nextNumber(value.history) - 1;

/** Whether a chain has nothing but blocks that another one has too. */
export const isPartOf = (part: ChainValue, whole: ChainValue): boolean =>
  part.open.changes.length === part.open.opening && sharedBlocks(part, whole) === part.history.records.length;
