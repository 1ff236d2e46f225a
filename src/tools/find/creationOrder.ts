import type { ChainView } from '../../chain/chainView.ts';
import { type Change, changedClasses, packedOf } from '../../chain/value/change.ts';
import type { BlockRecord } from '../../chain/value/history.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { deployedIn } from '../../state/packedDiff.ts';

/** What blocks made, in order. */
interface Creations {
  readonly contracts: readonly FeltKey[];
  readonly classes: readonly FeltKey[];
}

/** The number of blocks whose creations are kept together: reading them again takes longer than listing them. */
const BLOCKS = 512;
const kept = new WeakMap<BlockRecord, Creations>();

/** The contracts and classes that were made here, each at its place in time from 0 on. What genesis made has none. */
async function creationOrder(view: ChainView): Promise<{
  readonly contracts: ReadonlyMap<FeltKey, number>;
  readonly classes: ReadonlyMap<FeltKey, number>;
}> {
  const { history, open } = view.value;
  const contracts = new Map<FeltKey, number>();
  const classes = new Map<FeltKey, number>();
  let place = 0;
  const add = (made: Creations) => {
    for (const address of made.contracts) contracts.set(address, place++);
    for (const classHash of made.classes) classes.set(classHash, place++);
  };
  for (let start = 0; start < history.records.length; start += BLOCKS) {
    const end = Math.min(history.records.length, start + BLOCKS);
    const last = history.records.at(end - 1)!;
    let made = kept.get(last);
    if (!made) {
      const changes = Array.from({ length: end - start }, (_, i) => history.records.at(start + i)!.changes);
      made = creationsIn(changes.flat());
      if (end - start === BLOCKS) kept.set(last, made);
    }
    add(made);
    await view.rest();
  }
  add(creationsIn(open.changes));
  return { contracts, classes };
}

function creationsIn(changes: Iterable<Change>): Creations {
  const contracts: FeltKey[] = [];
  const classes: FeltKey[] = [];
  for (const change of changes) {
    for (const address of deployedIn(packedOf(change))) contracts.push(address);
    for (const [classHash] of changedClasses(change)) classes.push(classHash);
  }
  return { contracts, classes };
}

/** Sorts contracts or classes by their places in time, the newest first. What genesis made comes last, in the order that it has. */
export async function newestFirst<T>(
  view: ChainView,
  kind: 'contracts' | 'classes',
  items: readonly T[],
  hashOf: (item: T) => Felt,
): Promise<T[]> {
  const places = (await creationOrder(view))[kind];
  const placeOf = (item: T) => places.get(keyOf(hashOf(item))) ?? -1;
  return [...items].sort((a, b) => placeOf(b) - placeOf(a));
}
