import type { Steps } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { PersistentMap } from '../state/persistentMap.ts';
import type { MempoolConfig } from './mempoolConfig.ts';
import { type Arrival, bytesOf, type PooledTransaction, placeKey, placeOf } from './pooledTransaction.ts';

/** A transaction of the open block: when it came, and the place of its account that it takes. */
export interface Proposed extends Arrival {
  readonly place: string | undefined;
  /** Whether the sandbox made it, such as a mint. */
  readonly isOwn: boolean;
}

/** What a pool is made of. The rest is computed from it. */
export interface PoolParts {
  readonly config: MempoolConfig;
  /** The transactions that wait, by their hashes. */
  readonly received: PersistentMap<FeltKey, PooledTransaction>;
  /** Those of the open block, as far as they came through the pool or while it was used. */
  readonly proposed: PersistentMap<FeltKey, Proposed>;
  readonly nextArrivalId: number;
  /** How often a transaction was selected for the open block, from which the order `random` draws. */
  readonly selections: number;
}

/** Transactions that are added or removed between two pauses. */
const AT_ONCE = 1024;

function* slicesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE);
}

/** The transactions that wait for a block. A pool never changes: what changes it returns another one. */
export class Pool implements PoolParts {
  readonly config: MempoolConfig;
  readonly received: PersistentMap<FeltKey, PooledTransaction>;
  readonly proposed: PersistentMap<FeltKey, Proposed>;
  readonly nextArrivalId: number;
  readonly selections: number;
  /** The hash of the transaction with a nonce of an account, waiting or in the open block. */
  readonly #places: PersistentMap<string, FeltKey>;
  /** About how much memory the waiting ones take. */
  readonly bytes: number;
  /** None of those that wait came before this time. */
  readonly #oldest: bigint;

  private constructor(parts: PoolParts, places: PersistentMap<string, FeltKey>, bytes: number, oldest: bigint) {
    this.config = parts.config;
    this.received = parts.received;
    this.proposed = parts.proposed;
    this.nextArrivalId = parts.nextArrivalId;
    this.selections = parts.selections;
    this.#places = places;
    this.bytes = bytes;
    this.#oldest = oldest;
  }

  static empty(config: MempoolConfig): Pool {
    const received = PersistentMap.empty<FeltKey, PooledTransaction>();
    const proposed = PersistentMap.empty<FeltKey, Proposed>();
    return new Pool({ config, received, proposed, nextArrivalId: 0, selections: 0 }, PersistentMap.empty(), 0, 0n);
  }

  /** A pool of parts that were stored. */
  static of(parts: PoolParts): Pool {
    const places: [string, FeltKey][] = [];
    let bytes = 0;
    for (const [hash, { submission }] of parts.received) {
      const place = placeOf(submission);
      if (place) places.push([placeKey(place), hash]);
      bytes += bytesOf(submission);
    }
    for (const [hash, { place }] of parts.proposed) if (place !== undefined) places.push([place, hash]);
    return new Pool(parts, PersistentMap.from(places), bytes, 0n);
  }

  /** Whether nothing waits and no transaction of the open block is known here. */
  get isUnused(): boolean {
    return this.received.size === 0 && this.proposed.size === 0;
  }

  /** The hash of the transaction at a place of an account, waiting or in the open block. */
  at(place: string): FeltKey | undefined {
    return this.#places.get(place);
  }

  waiting(hash: Felt): PooledTransaction | undefined {
    return this.received.get(keyOf(hash));
  }

  /** Those that wait, in order of arrival. */
  inOrder(): readonly PooledTransaction[] {
    return [...this.received.values()].sort((a, b) => a.arrivalId - b.arrivalId);
  }

  /** With one more transaction, which gets the next number. */
  with(submission: PooledTransaction['submission'], time: bigint): Pool {
    const { nextArrivalId: arrivalId } = this;
    return this.#withAll([{ submission, arrivalId, time }], arrivalId + 1);
  }

  /** With transactions that keep their numbers. */
  *requeued(entries: readonly PooledTransaction[], nextArrivalId: number): Steps<Pool> {
    let pool: Pool = this;
    for (const some of slicesOf(entries)) {
      pool = pool.#withAll(some, nextArrivalId);
      yield;
    }
    return pool;
  }

  #withAll(entries: readonly PooledTransaction[], nextArrivalId: number): Pool {
    let { bytes } = this;
    let oldest = this.received.size === 0 ? entries[0]?.time : this.#oldest;
    const received: [FeltKey, PooledTransaction][] = [];
    const places: [string, FeltKey][] = [];
    for (const entry of entries) {
      const hash = keyOf(entry.submission.hash);
      const place = placeOf(entry.submission);
      received.push([hash, entry]);
      if (place) places.push([placeKey(place), hash]);
      bytes += bytesOf(entry.submission);
      if (oldest === undefined || entry.time < oldest) oldest = entry.time;
    }
    const parts = { received: this.received.setAll(received), nextArrivalId };
    return this.#changed(parts, this.#places.setAll(places), bytes, oldest);
  }

  /** Without some of those that wait. */
  without(hashes: readonly FeltKey[]): Pool {
    const entries = hashes.map((hash) => this.received.get(hash)).filter((entry) => entry !== undefined);
    if (entries.length === 0) return this;
    const places = entries.map(({ submission }) => placeOf(submission)).filter((place) => place !== undefined);
    return this.#changed(
      { received: this.received.deleteAll(hashes) },
      this.#places.deleteAll(places.map(placeKey)),
      entries.reduce((bytes, { submission }) => bytes - bytesOf(submission), this.bytes),
    );
  }

  /** Without any that wait. */
  withoutWaiting(): Pool {
    return Pool.of({ ...this.#parts(), received: PersistentMap.empty() });
  }

  /** After a transaction was added to the open block. Those that did not wait are counted only while the pool is in use. */
  afterPlacing(submission: PooledTransaction['submission'], isInUse: boolean, time: bigint): Pool {
    const hash = keyOf(submission.hash);
    const entry = this.received.get(hash);
    if (!entry && !isInUse) return this;
    const key = placeOf(submission);
    const place = key && placeKey(key);
    const { arrivalId, time: since } = entry ?? { arrivalId: this.nextArrivalId, time };
    const isOwn = entry ? entry.flags !== undefined : true;
    const moved = this.without([hash]);
    return moved.#changed(
      {
        proposed: this.proposed.set(hash, { arrivalId, time: since, place, isOwn }),
        nextArrivalId: entry ? this.nextArrivalId : this.nextArrivalId + 1,
      },
      place === undefined ? moved.#places : moved.#places.set(place, hash),
    );
  }

  /** After the open block was closed or emptied. */
  afterBlock(): Pool {
    if (this.proposed.size === 0 && this.selections === 0) return this;
    const places: string[] = [];
    for (const [hash, { place }] of this.proposed)
      if (place !== undefined && this.#places.get(place) === hash) places.push(place);
    return this.#changed({ proposed: PersistentMap.empty(), selections: 0 }, this.#places.deleteAll(places));
  }

  /** After one more selection. */
  selected(): Pool {
    return this.#changed({ selections: this.selections + 1 });
  }

  configured(changes: Partial<MempoolConfig>): Pool {
    return this.#changed({ config: { ...this.config, ...changes } });
  }

  /** Without any transaction, also those of the open block. The numbers go on. */
  emptied(): Pool {
    if (this.isUnused) return this;
    const { config, nextArrivalId } = this;
    return Pool.empty(config).#changed({ nextArrivalId });
  }

  /** The hashes of those that came before a time, and the pool without them. */
  *withoutOlder(time: bigint): Steps<{ readonly pool: Pool; readonly hashes: readonly FeltKey[] }> {
    if (this.received.size === 0 || this.#oldest >= time) return { pool: this, hashes: [] };
    const hashes: FeltKey[] = [];
    let oldest: bigint | undefined;
    for (const [hash, entry] of this.received)
      if (entry.time < time) hashes.push(hash);
      else if (oldest === undefined || entry.time < oldest) oldest = entry.time;
    let left: Pool = this;
    for (const some of slicesOf(hashes)) {
      yield;
      left = left.without(some);
    }
    return { pool: left.#changed({}, left.#places, left.bytes, oldest ?? time), hashes };
  }

  #changed(parts: Partial<PoolParts>, places = this.#places, bytes = this.bytes, oldest = this.#oldest): Pool {
    return new Pool({ ...this.#parts(), ...parts }, places, bytes, oldest);
  }

  #parts(): PoolParts {
    const { config, received, proposed, nextArrivalId, selections } = this;
    return { config, received, proposed, nextArrivalId, selections };
  }
}
