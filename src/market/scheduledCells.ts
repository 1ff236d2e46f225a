import type { FeltKey } from '../felt/key.ts';
import type { StateDiff } from '../state/stateDiff.ts';

/** The value of a cell from a block on. */
export interface ScheduledCell {
  readonly address: FeltKey;
  readonly key: FeltKey;
  readonly value: FeltKey;
}

/** Cells that are written when a block is opened, by the number of the block. */
export type ScheduledCells = ReadonlyMap<number, readonly ScheduledCell[]>;

/** Adds cells that blocks write. A cell that a block already writes gets the new value. */
export function withCells(all: ScheduledCells, added: ScheduledCells): ScheduledCells {
  const result = new Map(all);
  for (const [block, cells] of added) {
    const byPlace = [...(all.get(block) ?? []), ...cells].map((cell) => [cell.address + cell.key, cell] as const);
    result.set(block, [...new Map(byPlace).values()]);
  }
  return result;
}

/** The number of all cells. */
export const countCells = (all: ScheduledCells): number => {
  let count = 0;
  for (const cells of all.values()) count += cells.length;
  return count;
};

/** What a block writes when it is opened. */
export function storageOf(cells: readonly ScheduledCell[]): StateDiff['storage'] {
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const { address, key, value } of cells) {
    const contract = storage.get(address) ?? new Map<FeltKey, FeltKey>();
    storage.set(address, contract.set(key, value));
  }
  return storage;
}
