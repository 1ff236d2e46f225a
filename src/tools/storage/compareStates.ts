import { sortSteps } from '../../async/sortSteps.ts';
import { finishInSlices, type Steps } from '../../async/steps.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { type NamedChange, namedChanges, openCell } from '../explain/storageChanges.ts';
import { learnKeys } from './learnKeys.ts';
import { preimagesOf } from './preimages.ts';
import { readState } from './storageReads.ts';
import { contractVariables } from './storageTree.ts';

/** A state, and the chain that it is part of. */
export interface ComparedState {
  readonly view: ChainView;
  readonly state: State;
}

/** The state after a block, to be compared with another one. It needs no archive. */
export function comparedAt(view: ChainView, id: BlockId): ComparedState {
  const block = view.resolveBlock(id);
  const { history, open } = view.value;
  const state = block.kind === 'open' ? open.state : view.surroundings.pastStates.after(history, block.number);
  return { view, state };
}

/** A value in two states. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** A contract that differs. What does not exist in a state is zero there. */
export interface ComparedContract {
  readonly address: Felt;
  readonly classHash: Sides<Felt>;
  readonly nonce: Sides<Felt>;
  readonly storage: readonly NamedChange[];
}

export interface StateComparison {
  /** By address. */
  readonly contracts: readonly ComparedContract[];
  /** The classes that only one of the states has. */
  readonly classes: Sides<readonly Felt[]>;
  /** The number of contracts and cells that differ, also where they are too many to list. */
  readonly contractCount: number;
  readonly cellCount: number;
}

/** More contracts and cells are counted only. */
export interface ComparisonLimits {
  readonly contracts: number;
  readonly cells: number;
}

/** What two states of a node have in different ways. COST: what changed between them, not what they contain. */
export async function compareStates(
  before: ComparedState,
  after: ComparedState,
  limits: ComparisonLimits,
): Promise<StateComparison> {
  const changes = [
    await finishInSlices(after.state.changesSince(before.state)),
    await finishInSlices(before.state.changesSince(after.state)),
  ] as const;
  const sorted = await finishInSlices(changedCells(changes.map(({ diff }) => diff)));
  const contracts: ComparedContract[] = [];
  let listed = 0;
  for (const [address, keys] of sorted.slice(0, limits.contracts)) {
    const shown = firstOf(keys, limits.cells - listed);
    listed += shown.length;
    contracts.push(await compareContract(before, after, address, shown));
    await after.view.rest();
  }
  const classes = changes.map(({ declared }) => declared.map(([classHash]) => feltOf(classHash)).sort(ascending));
  return {
    contracts,
    classes: { after: classes[0]!, before: classes[1]! },
    contractCount: sorted.length,
    cellCount: sorted.reduce((sum, [, keys]) => sum + keys.size, 0),
  };
}

const ascending = (a: Felt, b: Felt) => (a < b ? -1 : 1);

/** The cells that are added to the lists between two pauses. */
const AT_ONCE = 2048;

/** The contracts that differ, by address, with the keys of their cells that do. */
function* changedCells(diffs: readonly StateDiff[]): Steps<readonly (readonly [FeltKey, ReadonlySet<FeltKey>])[]> {
  const cells = new Map<FeltKey, Set<FeltKey>>();
  const of = (address: FeltKey) => {
    let known = cells.get(address);
    if (!known) cells.set(address, (known = new Set()));
    return known;
  };
  let seen = 0;
  for (const diff of diffs) {
    for (const contracts of [diff.deployed, diff.nonces])
      for (const address of contracts.keys()) {
        of(address);
        if (++seen % AT_ONCE === 0) yield;
      }
    for (const [address, changed] of diff.storage) {
      const keys = of(address);
      for (const key of changed.keys()) {
        keys.add(key);
        if (++seen % AT_ONCE === 0) yield;
      }
    }
  }
  return yield* sortSteps([...cells], ([a], [b]) => (feltOf(a) < feltOf(b) ? -1 : 1));
}

function firstOf<T>(items: Iterable<T>, count: number): readonly T[] {
  const first: T[] = [];
  for (const item of items) {
    if (first.length >= count) break;
    first.push(item);
  }
  return first;
}

async function compareContract(
  before: ComparedState,
  after: ComparedState,
  address: FeltKey,
  keys: readonly FeltKey[],
): Promise<ComparedContract> {
  const sides = async <T>(read: (state: State) => T): Promise<Sides<T>> => ({
    before: await readState(before.view, before.state, () => read(before.state)),
    after: await readState(after.view, after.state, () => read(after.state)),
  });
  const classHash = await sides((state) => feltOf(state.classHashAt(address)));
  const nonce = await sides((state) => feltOf(state.nonceAt(address)));
  // On a fork, a cell that only one of the states wrote has the value of the origin in the other.
  for (const { state } of [before, after])
    await state.base.fetch(
      keys
        .filter((key) => !state.localStorage(address).has(key))
        .map((key) => ({ kind: 'storage', address, key }) as const),
    );
  const reader = (state: State) => (key: Felt) => feltOf(state.storageAt(address, keyOf(key)));
  const [readBefore, readAfter] = [reader(before.state), reader(after.state)];
  const changed = keys
    .map((key) => ({ key: feltOf(key), before: readBefore(feltOf(key)), after: readAfter(feltOf(key)) }))
    .filter((cell) => cell.before !== cell.after);
  // The contract may exist in one of the states only; its names are the same in both.
  const named = classHash.after === 0n ? before : after;
  const { variables } = await contractVariables(named.view, named.state, address);
  const preimages = preimagesOf(named.view.surroundings);
  const open = (key: FeltKey) => openCell(key, variables, preimages);
  for (const { view } of [after, before]) {
    const unknown = changed.map(({ key }) => keyOf(key)).filter((key) => open(key) === undefined);
    if (unknown.length > 0) await learnKeys(view, address, variables, unknown, open);
  }
  return { address: feltOf(address), classHash, nonce, storage: namedChanges(changed, open, readBefore, readAfter) };
}
