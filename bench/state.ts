import { toFelt } from '../src/felt/felt.ts';
import { type FeltKey, keyOf } from '../src/felt/key.ts';
import { PersistentVector } from '../src/state/persistentVector.ts';
import { State } from '../src/state/state.ts';
import { TransactionState } from '../src/state/transactionState.ts';
import { duration, type Row, timeMs } from './harness.ts';

/** What a chain stores for each block. */
interface Blocks {
  readonly state: State;
  readonly blocks: PersistentVector<State>;
}

const key = (value: number): FeltKey => keyOf(toFelt(value));
const TOKEN = key(0x70ce);
/** Storage cells of one token, distributed like hashes. */
const cell = (i: number): FeltKey =>
  keyOf(toFelt((BigInt(i) * 0x9e3779b97f4a7c15f39cc0605cedc834n) & (2n ** 250n - 1n)));

/** A transfer: two balances and a nonce. */
function transfer(state: State, i: number): State {
  const writes = new TransactionState(state);
  writes.setNonce(key(1 + (i % 10)), key(i + 1));
  writes.setStorage(TOKEN, cell(i), key(i + 5));
  writes.setStorage(TOKEN, cell(i >> 1), key(i + 6));
  return state.apply(writes.diff());
}

function chain(length: number): Blocks {
  let state = State.over();
  let blocks = PersistentVector.empty<State>();
  for (let i = 0; i < length; i++) {
    state = transfer(state, i);
    blocks = blocks.push(state);
  }
  return { state, blocks };
}

/** The microseconds of a snapshot, a block on top of it, and a restore. */
function snapshotAndBack({ state, blocks }: Blocks): number {
  const length = blocks.length;
  let now = { state, blocks };
  return timeMs(() => {
    const snapshot = now;
    const next = transfer(now.state, length);
    now = { state: next, blocks: now.blocks.push(next) };
    now = snapshot;
  });
}

/** Snapshots, restores and clones are references, so they take the same time on a short and on a long chain. */
export async function stateBench(): Promise<readonly Row[]> {
  const [short, long] = [chain(10), chain(100_000)];
  const [few, many] = [snapshotAndBack(short), snapshotAndBack(long)];
  let current: Blocks = long;
  const restore = timeMs(() => {
    const snapshot = current;
    current = short;
    current = snapshot;
  });
  const branch = long.blocks.push(short.state);
  const difference = timeMs(() => void long.blocks.push(long.state).firstDifference(branch));
  const row = (name: string, ours: number, theirs: number, most: number): Row => ({
    name,
    ours: duration(ours),
    theirs: duration(theirs),
    ratio: theirs / ours,
    bar: `at most ${most}x the first`,
    ok: theirs <= ours * most,
  });
  return [
    // The long chain has three or four more levels of a trie and a larger heap; nothing grows with the number of blocks.
    row('snapshot, block, restore: 10, 100,000 blocks', few, many, 8),
    {
      name: 'restore alone at 100,000 blocks',
      ours: duration(restore),
      theirs: '',
      bar: '<= 1 us',
      ok: restore <= 0.001,
    },
    {
      name: 'first difference of two long chains',
      ours: duration(difference),
      theirs: '',
      bar: '<= 100 us',
      ok: difference <= 0.1,
    },
  ];
}
