import { sortSteps } from '../../async/sortSteps.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { Need, type StateItem } from '../../state/need.ts';
import { type FetchingSteps, retryRead } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';

// When the sequencer closes a block, it gives an alias to each contract and each storage key that the block changed and that has none yet,
// because state diffs are published with aliases (stateful compression). Source: the sequencer's crate blockifier 0.20.0-rc.1.

/** The first alias. Smaller addresses and keys are their own aliases. */
const FIRST_ALIAS = 128n;
/** The keys of contracts up to this address get no aliases. */
const LAST_SYSTEM_ADDRESS = 15n;
/** The cell of the alias contract with the next free alias. */
const COUNTER = ZERO_KEY;

/** The work between two pauses. */
const NUMBERS_AT_ONCE = 1024;

/** What a block needs aliases for. */
export interface AliasedNumbers {
  /** The addresses and keys in the order in which they get an alias; some have one already. */
  readonly numbers: readonly FeltKey[];
  /** Where the aliases are stored. */
  readonly contract: FeltKey;
}

/** The addresses of all contracts that a block changed, ascending, each after its changed keys, ascending. `diff` has net changes. */
export function* aliasedNumbers(diff: StateDiff, protocol: ProtocolConstants): FetchingSteps<AliasedNumbers> {
  const keys = new Map<FeltKey, Felt[]>();
  for (const changed of [diff.nonces, diff.deployed, diff.replaced, diff.storage])
    for (const address of changed.keys()) keys.set(address, []);
  let seen = 0;
  for (const [address, cells] of diff.storage) {
    if (feltOf(address) <= LAST_SYSTEM_ADDRESS) continue;
    const changed = keys.get(address)!;
    for (const key of cells.keys()) {
      changed.push(feltOf(key));
      if (++seen % NUMBERS_AT_ONCE === 0) yield;
    }
  }
  const contracts = yield* sorted(Array.from(keys.keys(), feltOf));
  const numbers: FeltKey[] = [];
  const add = (number: Felt) => {
    if (number >= FIRST_ALIAS) numbers.push(keyOf(number));
  };
  for (const contract of contracts) {
    for (const key of yield* sorted(keys.get(keyOf(contract))!)) {
      add(key);
      if (numbers.length % NUMBERS_AT_ONCE === 0) yield;
    }
    add(contract);
  }
  return { numbers, contract: keyOf(toFelt(protocol.aliasContractAddress)) };
}

function* sorted(felts: Felt[]): FetchingSteps<readonly Felt[]> {
  const steps = sortSteps(felts, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield;
  }
}

/** What has to be fetched before aliases can be given; empty unless the chain is a fork. */
export function* missingAliases({ numbers, contract }: AliasedNumbers, state: State): FetchingSteps<StateItem[]> {
  const missing: StateItem[] = [];
  for (const [i, key] of [COUNTER, ...numbers].entries()) {
    try {
      state.storageAt(contract, key);
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      missing.push(need.item);
    }
    if (i % NUMBERS_AT_ONCE === NUMBERS_AT_ONCE - 1) yield;
  }
  return missing;
}

/** The cells of the alias contract that are written; undefined if there are none. */
export function* newAliases({ numbers, contract }: AliasedNumbers, state: State): FetchingSteps<StateDiff | undefined> {
  const read = (key: FeltKey) => retryRead(() => state.storageAt(contract, key));
  const counter = feltOf(yield* read(COUNTER));
  const isFirst = counter === 0n;
  const first = isFirst ? FIRST_ALIAS : counter;
  const cells = new Map<FeltKey, FeltKey>();
  for (const [i, key] of numbers.entries()) {
    if (i % NUMBERS_AT_ONCE === NUMBERS_AT_ONCE - 1) yield;
    if (!cells.has(key) && (yield* read(key)) === ZERO_KEY) cells.set(key, keyOf(toFelt(first + BigInt(cells.size))));
  }
  // The first block writes the counter even if it gives no alias.
  if (cells.size === 0 && !isFirst) return undefined;
  cells.set(COUNTER, keyOf(toFelt(first + BigInt(cells.size))));
  return { ...EMPTY_DIFF, storage: new Map([[contract, cells]]) };
}
