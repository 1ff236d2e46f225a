import type { ChainDraft } from '../chain/draft/chainDraft.ts';
import type { Felt } from '../felt/felt.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import type { Json } from '../json/json.ts';
import { countCells, type ScheduledCell, type ScheduledCells, storageOf, withCells } from '../market/scheduledCells.ts';
import { failed } from '../protocol/chainError.ts';
import { limits } from '../protocol/limits.ts';
import { EMPTY_DIFF } from '../state/stateDiff.ts';
import { felt } from './decode/felt.ts';
import { stateTable } from './decode/stateTable.ts';
import type { StorageKeyOrPath } from './decode/storagePath.ts';
import { readInSlices } from './decode/unreadLists.ts';
import { hex } from './format/hex.ts';
import { nextScheduled } from './format/market.ts';
import { controlEntry } from './journal/journalEntry.ts';
import { invalidParams } from './rpcError.ts';
import { byPath, cellsOfValue, storageOf as storageAt } from './storagePlace.ts';

/** The values of a variable, by block. */
export interface ScheduledVariable {
  readonly contractAddress: Felt;
  readonly variable: StorageKeyOrPath;
  readonly values: readonly { readonly block: bigint; readonly value: Json }[];
}

interface ScheduleOptions {
  /** Drops what was scheduled before. */
  readonly clear?: boolean | undefined;
  /** Leaves out values of blocks that exist already, instead of refusing them. */
  readonly skipsPast?: boolean | undefined;
}

/**
 * Adds variables to what blocks write when they are opened. Names are resolved now, so that the chain has cells alone. Values of the open block are
 * written at once.
 */
export async function scheduleState(
  draft: ChainDraft,
  table: readonly ScheduledVariable[],
  { clear = false, skipsPast = false }: ScheduleOptions = {},
): Promise<void> {
  const { open, scheduledCells } = draft.view.value;
  const first = nextScheduled(draft.view.value);
  const before: ScheduledCells = clear || !scheduledCells ? new Map() : scheduledCells;
  const added = new Map<number, ScheduledCell[]>();
  let count = countCells(before);
  for (const { contractAddress, variable, values } of table) {
    const cellsOf = await readerOf(draft, contractAddress, variable);
    const address = keyOf(contractAddress);
    for (const { block, value } of values) {
      const number = Number(block);
      if (number < first && skipsPast) continue;
      if (number < first)
        throw invalidParams(`block ${number} cannot be scheduled any more: the first block that can be is ${first}`);
      const cells = cellsOf(value).map((cell) => ({ address, key: keyOf(cell.key), value: keyOf(cell.value) }));
      count += cells.length;
      if (count > limits.scheduledCells)
        throw failed(
          `The state schedule would have more than ${limits.scheduledCells} cells, the most that are kept. Give fewer, or clear the schedule first.`,
        );
      const ofBlock = added.get(number) ?? [];
      added.set(number, ofBlock);
      ofBlock.push(...cells);
    }
    await draft.view.rest();
  }
  draft.setScheduledCells(withCells(before, added));
  const now = added.get(open.number);
  if (now) await draft.openBlock.change({ ...EMPTY_DIFF, storage: storageOf(now) }, []);
  draft.record(controlEntry('setStateSchedule', { table: recorded(added), clear }));
}

/** Schedules a table that a file has. Values of blocks that exist already are left out. */
export async function scheduleTable(draft: ChainDraft, table: Json): Promise<void> {
  await scheduleState(draft, await readInSlices(() => stateTable(table)), { skipsPast: true });
}

/** Makes the cells of values of a variable. */
async function readerOf(draft: ChainDraft, contractAddress: Felt, variable: StorageKeyOrPath) {
  const storage = await storageAt(draft.view, contractAddress, 'open');
  if (variable.kind === 'key') return (value: Json) => [{ key: variable.key, value: felt(value) }];
  const { path } = variable;
  const place = await byPath(() => storage.placeOf(path));
  return (value: Json) => cellsOfValue(path, place, value);
}

/** Cells as a table that schedules them. */
const recorded = (all: ScheduledCells) =>
  [...all].flatMap(([block, cells]) =>
    cells.map(({ address, key, value }) => ({
      contract_address: hex(feltOf(address)),
      variable: hex(feltOf(key)),
      values: [{ block, value: hex(feltOf(value)) }],
    })),
  );
