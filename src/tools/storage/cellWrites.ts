import type { ChainValue } from '../../chain/value/chainValue.ts';
import { type Change, cellInChange, keysInChange } from '../../chain/value/change.ts';
import { cellKey, recordOf } from '../../chain/value/history.ts';
import type { ExecutedTransaction } from '../../chain/value/openBlock.ts';
import type { FeltKey } from '../../felt/key.ts';

/** A change of one cell. */
export interface CellWrite {
  readonly blockNumber: number;
  /** The position of the change in its block. */
  readonly change: number;
  /** The index of the transaction in its block; undefined if it was not a transaction that changed the cell. */
  readonly index: number | undefined;
  readonly after: FeltKey;
}

interface Executed {
  readonly length: number;
  at(index: number): Pick<ExecutedTransaction, 'changesBefore'> | undefined;
}

/**
 * The changes of a cell up to a block, newest first. A chain stores for each cell which blocks changed it, so blocks that did not are
 * not looked at. COST: about 1 µs per change of those blocks.
 */
export function* cellWrites(value: ChainValue, address: FeltKey, key: FeltKey, toBlock: number): Generator<CellWrite> {
  const { open, history } = value;
  if (open.number <= toBlock && open.stateDiff.storage.get(address)?.has(key))
    yield* writesIn(open.number, open.changes, open.executed, address, key);
  let update = history.cellUpdates.get(cellKey(address, key));
  for (; update; update = update.earlier) {
    const { blockNumber } = update;
    if (blockNumber > toBlock) continue;
    const { changes, executed } = recordOf(history, blockNumber)!;
    yield* writesIn(blockNumber, changes, executed, address, key);
  }
}

function* writesIn(
  blockNumber: number,
  changes: { readonly length: number; at(index: number): Change | undefined },
  executed: Executed,
  address: FeltKey,
  key: FeltKey,
): Generator<CellWrite> {
  for (let change = changes.length - 1; change >= 0; change--) {
    const after = cellInChange(changes.at(change)!, address, key);
    if (after !== undefined) yield { blockNumber, change, index: transactionOf(executed, change), after };
  }
}

/** The transaction that made a change, by binary search: each knows how many changes came before its own. */
function transactionOf(executed: Executed, change: number): number | undefined {
  let [low, high] = [0, executed.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (executed.at(middle)!.changesBefore < change) low = middle + 1;
    else high = middle;
  }
  return executed.at(low)?.changesBefore === change ? low : undefined;
}

/** A change of a block that wrote some of the cells in question last. */
export interface LastWrite {
  readonly blockNumber: number;
  readonly index: number | undefined;
  readonly keys: readonly FeltKey[];
}

/** The cells of changes that are looked at between two pauses. COST: about 0.2 µs each. */
const CELLS_AT_ONCE = 4096;

/** The last writers of many cells. Each block that has one is looked at once, whatever the number of cells. Undefined is a pause. */
export function* lastWrites(
  { open, history }: ChainValue,
  address: FeltKey,
  keys: readonly FeltKey[],
): Generator<LastWrite | undefined> {
  const byBlock = new Map<number, Set<FeltKey>>();
  const inOpen = open.stateDiff.storage.get(address);
  for (const key of keys) {
    const block = inOpen?.has(key) ? open.number : history.cellUpdates.get(cellKey(address, key))?.blockNumber;
    if (block === undefined) continue;
    const known = byBlock.get(block);
    if (known) known.add(key);
    else byBlock.set(block, new Set([key]));
  }
  let seen = 0;
  for (const [blockNumber, left] of byBlock) {
    const { changes, executed } = blockNumber === open.number ? open : recordOf(history, blockNumber)!;
    for (let change = changes.length - 1; change >= 0 && left.size > 0; change--) {
      const written: FeltKey[] = [];
      for (const key of keysInChange(changes.at(change)!, address)) {
        if (left.delete(key)) written.push(key);
        if (++seen % CELLS_AT_ONCE === 0) yield;
      }
      if (written.length > 0) yield { blockNumber, index: transactionOf(executed, change), keys: written };
    }
  }
}
