import type { ChainView } from '../../chain/chainView.ts';
import { type Change, changedClasses, packedOf } from '../../chain/value/change.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { deployedIn } from '../../state/packedDiff.ts';
import type { State } from '../../state/state.ts';

type Kind = 'contracts' | 'classes';

/** Something that is listed, and the key by which the states have it. */
interface Listed<T> {
  readonly item: T;
  readonly key: FeltKey;
}

/** Blocks that are read without looking for a stored state between them, which a growing chain has for each so many. */
const FEW_BLOCKS = 64;
/** Items that are looked up before other work may run. */
const AT_ONCE = 1024;

const isIn = (state: State, kind: Kind, key: FeltKey): boolean =>
  kind === 'contracts' ? state.isLocalContract(key) : state.isLocalClass(key);

/** A page of a list, the newest first: what comes behind the item with a hash, or the first. */
export async function newestPage<T>(
  view: ChainView,
  kind: Kind,
  items: readonly T[],
  hashOf: (item: T) => Felt,
  { after, limit }: { readonly after: Felt | undefined; readonly limit: number },
): Promise<{ readonly page: readonly T[]; readonly hasMore: boolean }> {
  const page: T[] = [];
  let isBehind = after === undefined;
  const listed = items.map((item) => ({ item, key: keyOf(hashOf(item)) }));
  for (const item of newestFirst(view, kind, listed)) {
    const rest = view.rest();
    if (rest) await rest;
    if (item === undefined) continue;
    if (isBehind && page.length === limit) return { page, hasMore: true };
    if (isBehind) page.push(item);
    else isBehind = hashOf(item) === after;
  }
  return { page, hasMore: false };
}

/**
 * Contracts or classes by their places in time. What genesis made comes last, in the order that it has. Yields undefined where other work may
 * run. The states that the chain stores anyway say between which blocks an item was made, so blocks that made none are not read.
 */
function* newestFirst<T>({ value }: ChainView, kind: Kind, items: readonly Listed<T>[]): Generator<T | undefined> {
  const { history, open } = value;
  const { records } = history;

  /** The items that a state has, and the others. */
  function* divide(all: readonly Listed<T>[], state: State): Generator<undefined, [Listed<T>[], Listed<T>[]]> {
    const [older, newer]: [Listed<T>[], Listed<T>[]] = [[], []];
    for (const [i, one] of all.entries()) {
      (isIn(state, kind, one.key) ? older : newer).push(one);
      if (i % AT_ONCE === AT_ONCE - 1) yield undefined;
    }
    return [older, newer];
  }

  /** Items that were made in the blocks behind one index up to another. */
  function* between(made: readonly Listed<T>[], first: number, last: number): Generator<T | undefined> {
    if (made.length === 0) return;
    yield undefined;
    const middle = last - first > FEW_BLOCKS ? roundestBetween(first, last) : first;
    const state = middle > first ? records.at(middle)!.state : undefined;
    if (!state) return yield* ordered(kind, made, changesIn(first + 1, last));
    const [older, newer] = yield* divide(made, state);
    yield* between(newer, middle, last);
    yield* between(older, first, middle);
  }

  function* changesIn(first: number, last: number): Generator<Change | undefined> {
    for (let i = first; i <= last; i++) {
      yield* records.at(i)!.changes;
      if (i % FEW_BLOCKS === 0) yield undefined;
    }
  }

  const [sealed, opened] = yield* divide(items, history.state);
  yield* ordered(kind, opened, open.changes);
  // The first block always has its state.
  const [begun, later] = yield* divide(sealed, records.at(0)?.state ?? history.state);
  yield* between(later, 0, records.length - 1);
  yield* ordered(kind, begun, records.length > 0 ? changesIn(0, 0) : []);
}

/** The number from `first + 1` to `last - 1` that most powers of two divide: the chain stores the states after such blocks. */
function roundestBetween(first: number, last: number): number {
  const step = 1 << (31 - Math.clz32((last - 1) ^ first));
  return (last - 1) & -step;
}

/** Items in the order in which changes made them, the newest first, and those that none of them made. */
function* ordered<T>(
  kind: Kind,
  items: readonly Listed<T>[],
  changes: Iterable<Change | undefined>,
): Generator<T | undefined> {
  if (items.length === 0) return;
  const places = new Map<FeltKey, number>();
  for (const change of changes)
    if (change === undefined) yield undefined;
    else for (const key of madeBy(change, kind)) places.set(key, places.size);
  const placeOf = ({ key }: Listed<T>) => places.get(key) ?? -1;
  for (const { item } of [...items].sort((a, b) => placeOf(b) - placeOf(a))) yield item;
}

function* madeBy(change: Change, kind: Kind): Generator<FeltKey> {
  if (kind === 'contracts') yield* deployedIn(packedOf(change));
  else for (const [classHash] of changedClasses(change)) yield classHash;
}
