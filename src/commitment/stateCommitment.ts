import { finish, type Steps } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import { diffSize } from '../state/diffParts.ts';
import type { State } from '../state/state.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import { StateTries } from './stateTries.ts';

/** What a block changed. */
export interface CommittedChanges {
  readonly stateDiff: StateDiff;
  /** Merges the diff again, once it is no longer kept. */
  readonly mergeStateDiff: () => Steps<StateDiff>;
}

/** What a commitment is made from: a whole state, or the changes after an earlier one. */
type Source = { readonly state: State } | { readonly parent: StateCommitment; readonly merge: () => Steps<StateDiff> };

/** The number of blocks between two whose tries are kept, and of the last blocks whose tries are all kept. */
const BLOCKS_PER_TRIES = 64;
/** Changes of more cells than this are committed in slices. COST: a cell takes up to half a millisecond in a large trie. */
const LARGE = 64;

const ofStates = new WeakMap<State, StateCommitment>();

/**
 * The commitment to the state after a block: its root, and its tries for proofs. It is computed when it is first read, after those of
 * earlier blocks. The tries of most older blocks are dropped, and made again from an earlier block if a proof needs them.
 */
export class StateCommitment {
  readonly #from: Source;
  /** The number of blocks since the whole state. */
  readonly #height: number;
  /** The changes until they are committed. */
  #stateDiff: StateDiff | undefined;
  #root: Felt | undefined;
  #tries: StateTries | undefined;

  private constructor(from: Source, height: number, stateDiff?: StateDiff) {
    this.#from = from;
    this.#height = height;
    this.#stateDiff = stateDiff;
  }

  /** The commitment to a state that no earlier commitment leads to: the first one, or one of a file. It is made once for each state. */
  static of(state: State): StateCommitment {
    let known = ofStates.get(state);
    if (!known) ofStates.set(state, (known = new StateCommitment({ state }, 0)));
    return known;
  }

  /** The commitment after the next block. */
  next({ stateDiff, mergeStateDiff }: CommittedChanges): StateCommitment {
    return new StateCommitment({ parent: this, merge: mergeStateDiff }, this.#height + 1, stateDiff);
  }

  get root(): Felt {
    if (this.#root === undefined) finish(this.tries());
    return this.#root!;
  }

  /** Whether the root is not computed yet, and takes so long that other requests should be served meanwhile. */
  get isLong(): boolean {
    if (this.#root !== undefined) return false;
    let cells = 0;
    for (let at: StateCommitment = this; !at.#tries; at = at.#from.parent) {
      // A whole state is committed, or tries that were dropped are made again.
      if ('state' in at.#from || at.#root !== undefined) return true;
      cells += diffSize(at.#stateDiff!);
      if (cells > LARGE) return true;
    }
    return false;
  }

  /** The tries with all hashes, and with them the root. Computed with pauses. */
  *tries(): Steps<StateTries> {
    const missing: StateCommitment[] = [];
    let last: StateCommitment = this;
    while (!last.#tries && 'parent' in last.#from) {
      missing.push(last);
      last = last.#from.parent;
    }
    let tries = last.#tries ?? (yield* last.#keep(yield* StateTries.of((last.#from as { state: State }).state)));
    for (const next of missing.toReversed()) {
      tries = yield* tries.with(yield* next.#changes());
      // Those that are made again only for the ones after them need no hashes.
      if (next.#root === undefined) yield* next.#keep(tries);
    }
    yield* tries.hash();
    return tries;
  }

  *#changes(): Steps<StateDiff> {
    return this.#stateDiff ?? (yield* (this.#from as { merge: () => Steps<StateDiff> }).merge());
  }

  *#keep(tries: StateTries): Steps<StateTries> {
    yield* tries.hash();
    this.#root = tries.root;
    this.#tries = tries;
    this.#stateDiff = undefined;
    this.#dropOld();
    return tries;
  }

  /** Drops the tries of a block some way back, unless later ones are to be made from them. */
  #dropOld(): void {
    let old: StateCommitment = this;
    for (let i = 0; i < BLOCKS_PER_TRIES; i++) {
      if ('state' in old.#from) return;
      old = old.#from.parent;
    }
    if (old.#height % BLOCKS_PER_TRIES !== 0) old.#tries = undefined;
  }
}
