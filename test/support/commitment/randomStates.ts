import { finish } from '../../../src/async/steps.ts';
import { StateTries } from '../../../src/commitment/stateTries.ts';
import type { Felt } from '../../../src/felt/felt.ts';
import { type FeltKey, keyOf } from '../../../src/felt/key.ts';
import { EMPTY_DIFF, type StateDiff } from '../../../src/state/stateDiff.ts';
import type { Random } from '../random.ts';

interface Contract {
  readonly classHash: bigint;
  readonly nonce: bigint;
  readonly storage: ReadonlyMap<bigint, bigint>;
}

/** A state as plain maps. */
export interface PlainState {
  readonly contracts: ReadonlyMap<bigint, Contract>;
  readonly classes: ReadonlyMap<bigint, bigint>;
}

/** A state, and its tries. */
export interface RandomState {
  readonly plain: PlainState;
  readonly tries: StateTries;
}

export const EMPTY_STATE: RandomState = {
  plain: { contracts: new Map(), classes: new Map() },
  tries: StateTries.EMPTY,
};
const NOTHING: Contract = { classHash: 0n, nonce: 0n, storage: new Map() };

const key = (value: bigint): FeltKey => keyOf(value as Felt);

/** A key: any, a small one, or one that differs from another in one bit. */
export function randomKey(random: Random, others: readonly bigint[]): bigint {
  const kind = random.below(8);
  if (kind < 3 && others.length) return random.pick(others);
  if (kind < 6 && others.length) return random.pick(others) ^ (1n << BigInt(random.below(251)));
  if (kind === 6) return random.pick([0n, 1n, 2n, 2n ** 251n - 1n, 2n ** 250n]);
  return randomFelt(random);
}

const randomFelt = (random: Random): bigint => random.bits(251);

/** A value, which is often zero: that removes it. */
const randomValue = (random: Random): bigint => (random.below(3) === 0 ? 0n : randomFelt(random));

/** Another state, with a few changes: contracts with their cells and, now and then, a class. Cells are often set to zero, and contracts to nothing. */
export function changedState(random: Random, { plain, tries }: RandomState): RandomState {
  const contracts = new Map(plain.contracts);
  const classes = new Map(plain.classes);
  const maps = () => new Map<FeltKey, FeltKey>();
  const diff = {
    storage: new Map<FeltKey, Map<FeltKey, FeltKey>>(),
    nonces: maps(),
    deployed: maps(),
    replaced: maps(),
    declared: maps(),
  };
  for (let i = random.below(4); i >= 0; i--) {
    const address = randomKey(random, [...contracts.keys()]);
    const old = contracts.get(address) ?? NOTHING;
    let { classHash, nonce } = old;
    const storage = new Map(old.storage);
    if (random.below(2) === 0) {
      classHash = old.classHash === 0n ? randomFelt(random) : randomValue(random);
      // A diff has a contract in one of both lists.
      const isNew = plain.contracts.get(address)?.classHash === undefined;
      (isNew ? diff.deployed : diff.replaced).set(key(address), key(classHash));
    }
    if (random.below(2) === 0) diff.nonces.set(key(address), key((nonce = BigInt(random.below(3)))));
    const cells = maps();
    for (let left = random.below(6); left > 0; left--) {
      const [cell, value] = [randomKey(random, [...storage.keys()]), randomValue(random)];
      storage.set(cell, value);
      cells.set(key(cell), key(value));
    }
    if (cells.size) diff.storage.set(key(address), new Map([...(diff.storage.get(key(address)) ?? []), ...cells]));
    contracts.set(address, { classHash, nonce, storage });
  }
  if (random.below(4) === 0) {
    const [classHash, compiled] = [randomKey(random, [...classes.keys()]), randomFelt(random)];
    classes.set(classHash, compiled);
    diff.declared.set(key(classHash), key(compiled));
  }
  const next = finish(tries.with({ ...EMPTY_DIFF, ...diff } satisfies StateDiff));
  finish(next.hash());
  return { plain: { contracts, classes }, tries: next };
}
