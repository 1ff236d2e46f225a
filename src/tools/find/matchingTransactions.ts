import type { PlacedTransaction, Sequence, StoredTransaction } from '../../chain/value/block.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { HashedFilter } from '../../chain/value/eventBloom.ts';
import type { BlockRecord } from '../../chain/value/history.ts';
import { placedAt, placedInOpen } from '../../chain/value/placed.ts';
import { type Collect, type Finder, newRunBlooms, RunSearch, type Visit } from '../../chain/value/runSearch.ts';
import { TransactionValues } from './transactionValues.ts';

/** What a search looks for: an exact test, and the numbers by which whole runs of blocks are left out. */
export interface TransactionSearch {
  readonly matches: (stored: StoredTransaction) => boolean;
  readonly hashed: HashedFilter;
}

/** A place between two transactions: all that are looked at come before it. */
export interface TransactionCursor {
  readonly blockNumber: number;
  readonly index: number;
}

/** How far a search has come: the transactions that it looked at, or the work for filters in such numbers, and the place before which none was looked at yet. */
export interface SearchProgress {
  scanned: number;
  blockNumber: number;
  index: number;
}

export const newProgress = (): SearchProgress => ({ scanned: 0, blockNumber: 0, index: 0 });

/** Transactions that are looked at before other work may run. */
const AT_ONCE = 256;
/**
 * The longest runs that have a filter are those of 1,024 blocks. A page of a list looks at more than one of them, so it always finishes
 * some; a run of 32,768 blocks would be read again by every page that stops in it.
 */
const FIRST_LEVEL = 1;

/** Blocks of more transactions have filters of their own: a page may end in the middle of a run of such blocks, and never finish it. */
const SHORT_BLOCK = 32;
/** Transactions that are read for one filter: more than a run of 1,024 blocks or transactions has that is worth one. */
const MOST_READ = 4096;

const blooms = newRunBlooms();

const collectTransaction: Collect<StoredTransaction, TransactionValues> = (stored, values) => {
  values.add(stored);
  return undefined;
};

const collectBlock: Collect<BlockRecord, TransactionValues> = ({ executed }, values) => {
  if (executed.length > AT_ONCE) return collectLongBlock(executed, values);
  for (const stored of executed) values.add(stored);
  return undefined;
};

function* collectLongBlock(executed: BlockRecord['executed'], values: TransactionValues): Generator<undefined> {
  for (const [i, stored] of executed.entries()) {
    // So many make a filter that is not kept.
    if (i > MOST_READ) return;
    values.add(stored);
    if (i % AT_ONCE === AT_ONCE - 1) yield undefined;
  }
}

/**
 * The transactions of the local blocks from one number to another that match, the newest first. Yields undefined where other work may run,
 * or the search may end.
 */
export function* matchingTransactions(
  value: ChainValue,
  { matches, hashed }: TransactionSearch,
  [from, to]: readonly [number, number],
  before: TransactionCursor | undefined,
  progress: SearchProgress,
): Generator<PlacedTransaction | undefined> {
  const { history, open } = value;
  const last = before ? Math.min(to, before.blockNumber) : to;
  const endOf = (blockNumber: number, length: number) =>
    before?.blockNumber === blockNumber ? Math.min(before.index, length) : length;

  const search = new RunSearch({
    filter: hashed,
    blooms,
    newValues: () => new TransactionValues(),
    isNewestFirst: true,
    most: MOST_READ,
  });
  let looked = 0;
  let collected = 0;
  const cameTo = (blockNumber: number, index: number) => {
    // A run that is looked at is read once for its filter, and once for that of the longer run. Without looking, this is the work.
    progress.scanned = Math.max(looked, collected / 2);
    progress.blockNumber = blockNumber;
    progress.index = index;
  };
  const lookAt = (blockNumber: number, index: number) => {
    looked++;
    cameTo(blockNumber, index);
  };
  const collect = (blockNumber: number, index: number, read: number) => {
    collected += read;
    cameTo(blockNumber, index);
  };

  function inBlock(
    list: Sequence<StoredTransaction>,
    blockNumber: number,
    placed: (index: number) => PlacedTransaction,
  ): readonly PlacedTransaction[] | Finder<PlacedTransaction> {
    const visit = (stored: StoredTransaction, index: number) => {
      lookAt(blockNumber, index);
      return matches(stored) ? [placed(index)] : NOTHING;
    };
    const end = endOf(blockNumber, list.length);
    if (list.length <= SHORT_BLOCK) return inShortBlock(list, end, visit);
    return search.visit(list, [0, end], visit, collectTransaction, FIRST_LEVEL, (start, read) =>
      collect(blockNumber, start, read),
    );
  }

  if (from <= open.number && open.number <= last)
    for (const found of inBlock(open.executed, open.number, (index) => placedInOpen(value, index))) yield found;
  const start = Math.max(0, from - history.firstNumber);
  const end = Math.min(history.records.length, last + 1 - history.firstNumber);
  const visit: Visit<BlockRecord, PlacedTransaction> = (record, i) => {
    const { executed } = record;
    const number = history.firstNumber + i;
    // Most blocks have few transactions, and a generator takes longer than looking at them.
    if (executed.length === 0) return NOTHING;
    if (executed.length === 1 && endOf(number, 1) === 1) {
      lookAt(number, 0);
      return matches(executed[0]!) ? [placedAt(value, record, 0)] : NOTHING;
    }
    return inBlock(executed, number, (index) => placedAt(value, record, index));
  };
  if (start < end)
    yield* search.visit(history.records, [start, end], visit, collectBlock, FIRST_LEVEL, (first, read) =>
      collect(history.firstNumber + first, 0, read),
    );
}

/** Looks at one transaction after the other, so that the progress is right where a page ends. */
function* inShortBlock(
  list: Sequence<StoredTransaction>,
  end: number,
  visit: (stored: StoredTransaction, index: number) => readonly PlacedTransaction[],
): Finder<PlacedTransaction> {
  let found = 0;
  for (let index = end - 1; index >= 0; index--)
    for (const placed of visit(list.at(index)!, index)) {
      found++;
      yield placed;
    }
  return found;
}

const NOTHING: readonly PlacedTransaction[] = [];
