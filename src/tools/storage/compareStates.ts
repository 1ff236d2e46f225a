import { sortSteps } from '../../async/sortSteps.ts';
import { finishInSlices } from '../../async/steps.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
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

/** Waits until a comparison of very many contracts may go on, which takes much memory. */
type Grow = () => Promise<void>;

/** A comparison of more contracts takes much memory. */
const MANY_CONTRACTS = 10_000;

/**
 * What two states of a node have in different ways. Cells are counted, and only those that are listed are kept. COST: what changed between
 * them, not what they contain.
 */
export async function compareStates(
  before: ComparedState,
  after: ComparedState,
  limits: ComparisonLimits,
  grow: Grow,
): Promise<StateComparison> {
  const sorted = await finishInSlices(sortSteps(await changedContracts(before, after, grow), ascendingKeys));
  let contractCount = 0;
  let cellCount = 0;
  let listed = 0;
  const contracts: ComparedContract[] = [];
  for (const address of sorted) {
    const { count, first } = await changedCells(before, after, address, limits.cells - listed);
    if (count === 0 && !after.state.hasChangedContract(before.state, address)) continue;
    cellCount += count;
    if (++contractCount > limits.contracts) continue;
    listed += first.length;
    contracts.push(await compareContract(before, after, address, first));
  }
  const classesOf = async (state: State, other: State) =>
    (await finishInSlices(state.classesSince(other))).map(feltOf).sort(ascending);
  const classes = {
    after: await classesOf(after.state, before.state),
    before: await classesOf(before.state, after.state),
  };
  return { contracts, classes, contractCount, cellCount };
}

const ascending = (a: Felt, b: Felt) => (a < b ? -1 : 1);
const ascendingKeys = (a: FeltKey, b: FeltKey) => ascending(feltOf(a), feltOf(b));

/** The contracts that may differ. */
async function changedContracts(before: ComparedState, after: ComparedState, grow: Grow): Promise<FeltKey[]> {
  const addresses: FeltKey[] = [];
  let isLarge = false;
  for (const _ of after.state.visitChangedContracts(before.state, (address) => addresses.push(address))) {
    if (!isLarge && addresses.length > MANY_CONTRACTS) {
      isLarge = true;
      await grow();
    }
    await after.view.rest();
  }
  return addresses;
}

/** The number of cells of a contract that differ, and the first of them. */
async function changedCells(before: ComparedState, after: ComparedState, address: FeltKey, most: number) {
  let count = 0;
  const first: FeltKey[] = [];
  const visit = (key: FeltKey) => {
    if (count++ < most) first.push(key);
  };
  for (const _ of after.state.visitChangedCells(before.state, address, visit)) await after.view.rest();
  const rest = after.view.rest();
  if (rest) await rest;
  return { count, first };
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
