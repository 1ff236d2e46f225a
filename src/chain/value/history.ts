import type { Steps } from '../../async/steps.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { diffParts } from '../../state/diffParts.ts';
import { cellsIn } from '../../state/packedDiff.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { Block } from './block.ts';
import { BlockIndex } from './blockIndex.ts';
import { type Change, packedOf } from './change.ts';
import type { ExecutedTransaction } from './openBlock.ts';
import type { PackedEvents } from './packedEvents.ts';

/** A sealed block with what the API does not show. */
export interface BlockRecord {
  readonly block: Block;
  readonly executed: readonly ExecutedTransaction[];
  /** The changes between the state before the block and the state after it. */
  readonly changes: readonly Change[];
  /** The state after the block, for some: see PastStates. */
  readonly state: State | undefined;
  /** What searches look at before they read the transactions, which may not be decoded yet. */
  readonly packedEvents?: PackedEvents;
}

/** The number of blocks between two stored states. COST: rebuilding a state applies half as many changes on average, about 10 µs each. */
const BLOCKS_PER_STATE = 64;
const CHANGES_PER_STATE = 64;
/** An edit of the state changes hundreds of thousands of cells. A read of the state after it must not apply it again, without a pause. */
const CELLS_PER_STATE = 512;

/** Whether the state after the block at an index of the history is stored. */
export const keepsStateAfter = (
  index: number,
  changes: number,
  cells: number,
  blocksPerState = BLOCKS_PER_STATE,
): boolean => index % blocksPerState === 0 || changes >= CHANGES_PER_STATE || cells >= CELLS_PER_STATE;

/** The position of a transaction. */
export interface Place {
  readonly blockNumber: number;
  readonly index: number;
}

/** The blocks that changed a cell, newest first. */
export interface CellUpdate {
  readonly blockNumber: number;
  readonly earlier: CellUpdate | undefined;
}

/** A cell of the state: the contract's key, then the cell's. */
export type CellKey = string & { readonly __cellKey: true };
export const cellKey = (address: FeltKey, key: FeltKey): CellKey => (address + key) as CellKey;

/** The sealed blocks and what is looked up in them. A value: appending gives a new one that shares the rest. */
export interface History {
  /** The number of the first local block: 0, or on a fork the one after the forked block. */
  readonly firstNumber: number;
  readonly records: PersistentVector<BlockRecord>;
  /** The state after the last block. */
  readonly state: State;
  /** The first blocks, whose hashes contracts can read. The hashes of later blocks may not be computed yet. */
  readonly numberByHash: BlockIndex<FeltKey, number>;
  readonly places: BlockIndex<FeltKey, Place>;
  readonly cellUpdates: BlockIndex<CellKey, CellUpdate>;
}

/** A history without blocks. */
export const emptyHistory = (firstNumber: number, state: State): History => ({
  firstNumber,
  records: PersistentVector.empty(),
  state,
  numberByHash: BlockIndex.empty(),
  places: BlockIndex.empty(),
  cellUpdates: BlockIndex.empty(),
});

/** What a block adds to a history. */
export interface NewBlock extends BlockRecord {
  /** The state after it. */
  readonly state: State;
  readonly stateDiff: StateDiff;
}

/** The history with one more block, with pauses if the block changes many cells. */
export function* appendBlock(history: History, added: NewBlock): Steps<History> {
  const { block, executed, changes, state, stateDiff } = added;
  const isKept = keepsStateAfter(history.records.length, changes.length, block.stateDiffLength);
  let { cellUpdates } = history;
  for (const part of diffParts(stateDiff)) {
    if (part !== stateDiff) yield;
    cellUpdates = cellUpdates.setAll(cellUpdatesOf(history, block.number, part));
  }
  const records = history.records.push({ block, executed, changes, state: isKept ? state : undefined });
  return {
    firstNumber: history.firstNumber,
    records,
    state,
    numberByHash: withHashes(history.numberByHash, records, block.protocol.storedBlockHashBuffer),
    places: history.places.setAll(
      executed.map(({ hash }, index) => [keyOf(hash), { blockNumber: block.number, index }] as const),
    ),
    cellUpdates,
  };
}

/** Adds the blocks whose hashes contracts can read once the next block is open. */
function withHashes(known: History['numberByHash'], records: History['records'], blockHashLag: number) {
  const added: [FeltKey, number][] = [];
  for (let i = known.size; i <= records.length - blockHashLag; i++) {
    const { hash, number } = records.at(i)!.block;
    added.push([keyOf(hash), number]);
  }
  return added.length ? known.setAll(added) : known;
}

/** Blocks that are looked at between two pauses. Those of a state file are decoded for it. */
export const BLOCKS_AT_ONCE = 32;

/** Keys that are looked at, added or removed between two pauses. COST: about a millisecond. */
const KEYS_AT_ONCE = 512;

/**
 * The history before a block, which is aborted with all after it; `state` is the one after those that stay. COST: a few
 * map entries per aborted block, with pauses; nothing per remaining block.
 */
export function* historyBefore(history: History, number: number, state: State): Steps<History> {
  const { firstNumber, records } = history;
  const blocks: FeltKey[] = [];
  const transactions: FeltKey[] = [];
  const cells = new Set<CellKey>();
  for (let at = nextNumber(history) - 1; at >= number; at--) {
    const { block, executed, changes } = recordOf(history, at)!;
    blocks.push(keyOf(block.hash));
    for (const { hash } of executed) transactions.push(keyOf(hash));
    for (const change of changes)
      for (const cell of cellsIn(packedOf(change))) {
        cells.add(cellKey(...cell));
        if (cells.size % KEYS_AT_ONCE === 0) yield;
      }
    if (blocks.length % BLOCKS_AT_ONCE === 0) yield;
  }
  const remaining: [CellKey, CellUpdate][] = [];
  const removed: CellKey[] = [];
  let seen = 0;
  for (const cell of cells) {
    if (++seen % KEYS_AT_ONCE === 0) yield;
    let update = history.cellUpdates.get(cell);
    // A block may write a cell without changing it.
    if (!update || update.blockNumber < number) continue;
    while (update && update.blockNumber >= number) update = update.earlier;
    if (update) remaining.push([cell, update]);
    else removed.push(cell);
  }
  let cellUpdates = yield* without(history.cellUpdates, number, removed);
  for (const part of inParts(remaining)) {
    cellUpdates = cellUpdates.setAll(part);
    yield;
  }
  return {
    firstNumber,
    records: records.take(number - firstNumber),
    state,
    numberByHash: yield* without(history.numberByHash, number, blocks),
    places: yield* without(history.places, number, transactions),
    cellUpdates,
  };
}

/** An index without the blocks from `number` on, which added these keys. */
function* without<K extends string, V>(
  index: BlockIndex<K, V>,
  number: number,
  keys: readonly K[],
): Steps<BlockIndex<K, V>> {
  let remaining = index.before(number, []);
  for (const part of inParts(keys)) {
    remaining = remaining.before(number, part);
    yield;
  }
  return remaining;
}

function* inParts<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += KEYS_AT_ONCE) yield items.slice(start, start + KEYS_AT_ONCE);
}

function* cellUpdatesOf(history: History, blockNumber: number, diff: StateDiff): Generator<[CellKey, CellUpdate]> {
  for (const [address, cells] of diff.storage)
    for (const key of cells.keys()) {
      const cell = cellKey(address, key);
      yield [cell, { blockNumber, earlier: history.cellUpdates.get(cell) }];
    }
}

export function recordOf(history: History, number: number): BlockRecord | undefined {
  return history.records.at(number - history.firstNumber);
}

/** The number of the local block with a hash. */
export function numberOf(history: History, hash: Felt): number | undefined {
  const known = history.numberByHash.get(keyOf(hash));
  if (known !== undefined) return known;
  for (const { block } of history.records.from(history.numberByHash.size)) if (block.hash === hash) return block.number;
  return undefined;
}

/** The number of the block that comes next. */
export const nextNumber = (history: History): number => history.firstNumber + history.records.length;
