import { finish, type Steps } from '../async/steps.ts';
import type { FeltKey } from '../felt/key.ts';
import type { DiffEntries, StateDiff } from './stateDiff.ts';

/**
 * A state diff as one string: each list is its length followed by its keys. Chains store a diff for every transaction, and
 * its maps would take five times the memory.
 */
export type PackedDiff = string & { readonly __packedDiff: true };

const KEY_UNITS = 16;

/** A length below 2^32 in two UTF-16 units. */
const packLength = (length: number): string => String.fromCharCode(length & 0xffff, length >>> 16);

/** Lists up to this length are packed and unpacked at once. COST: about half a millisecond. */
const SHORT = 1024;

export const packDiff = (diff: StateDiff): PackedDiff => finish(packDiffSteps(diff));

/** Packs a diff with pauses. */
export function* packDiffSteps(diff: StateDiff): Steps<PackedDiff> {
  const parts: string[] = [packLength(diff.storage.size)];
  let contracts = 0;
  for (const [address, cells] of diff.storage) {
    parts.push(address);
    if (cells.size > SHORT) yield* packLongPairs(cells, parts);
    else packPairs(cells, parts);
    if (++contracts % SHORT === 0) yield;
  }
  for (const pairs of [diff.nonces, diff.deployed, diff.replaced, diff.declared])
    if (pairs.size > SHORT) yield* packLongPairs(pairs, parts);
    else packPairs(pairs, parts);
  parts.push(packLength(diff.deprecatedDeclared.size));
  for (const classHash of diff.deprecatedDeclared) parts.push(classHash);
  return parts.join('') as PackedDiff;
}

function packPairs(pairs: DiffEntries<FeltKey>, parts: string[]): void {
  parts.push(packLength(pairs.size));
  for (const [key, value] of pairs) parts.push(key, value);
}

function* packLongPairs(pairs: DiffEntries<FeltKey>, parts: string[]): Steps<void> {
  parts.push(packLength(pairs.size));
  let some: string[] = [];
  for (const [key, value] of pairs) {
    some.push(key, value);
    if (some.length < SHORT) continue;
    parts.push(some.join(''));
    some = [];
    yield;
  }
  parts.push(...some);
}

export const unpackDiff = (packed: PackedDiff): StateDiff => finish(unpackDiffSteps(packed));

/** Unpacks a diff with pauses. */
export function* unpackDiffSteps(packed: PackedDiff): Steps<StateDiff> {
  const reader = new Reader(packed);
  function* pairs(): Steps<ReadonlyMap<FeltKey, FeltKey>> {
    const found = new Map<FeltKey, FeltKey>();
    for (let left = reader.length(); left > 0; left -= SHORT) {
      reader.addPairs(found, Math.min(left, SHORT));
      yield;
    }
    return found;
  }
  const storage = new Map<FeltKey, ReadonlyMap<FeltKey, FeltKey>>();
  for (let contracts = reader.length(); contracts > 0; contracts--) {
    const address = reader.key();
    storage.set(address, reader.pairs() ?? (yield* pairs()));
    if (contracts % SHORT === 0) yield;
  }
  return {
    storage,
    nonces: reader.pairs() ?? (yield* pairs()),
    deployed: reader.pairs() ?? (yield* pairs()),
    replaced: reader.pairs() ?? (yield* pairs()),
    declared: reader.pairs() ?? (yield* pairs()),
    deprecatedDeclared: new Set(Array.from({ length: reader.length() }, () => reader.key())),
  };
}

const PAIR_UNITS = 2 * KEY_UNITS;
const LENGTH_UNITS = 2;
const lengthAt = (packed: PackedDiff, at: number): number =>
  packed.charCodeAt(at) + packed.charCodeAt(at + 1) * 0x1_0000;

/** The value that a diff writes to a cell, found without unpacking it; undefined if it does not change the cell. */
export function cellIn(packed: PackedDiff, address: FeltKey, key: FeltKey): FeltKey | undefined {
  let at = LENGTH_UNITS;
  for (let contracts = lengthAt(packed, 0); contracts > 0; contracts--) {
    const isContract = packed.startsWith(address, at);
    const count = lengthAt(packed, at + KEY_UNITS);
    at += KEY_UNITS + LENGTH_UNITS;
    const end = at + count * PAIR_UNITS;
    if (isContract)
      for (; at < end; at += PAIR_UNITS)
        if (packed.startsWith(key, at)) return packed.slice(at + KEY_UNITS, at + PAIR_UNITS) as FeltKey;
    at = end;
  }
  return undefined;
}

/** The keys of the cells of a contract that a diff writes, found without unpacking it. */
export function* keysIn(packed: PackedDiff, address: FeltKey): Generator<FeltKey> {
  let at = LENGTH_UNITS;
  for (let contracts = lengthAt(packed, 0); contracts > 0; contracts--) {
    const isContract = packed.startsWith(address, at);
    const count = lengthAt(packed, at + KEY_UNITS);
    at += KEY_UNITS + LENGTH_UNITS;
    const end = at + count * PAIR_UNITS;
    if (isContract) for (; at < end; at += PAIR_UNITS) yield packed.slice(at, at + KEY_UNITS) as FeltKey;
    at = end;
  }
}

/** The cells that a diff writes, found without unpacking it. */
export function* cellsIn(packed: PackedDiff): Generator<readonly [address: FeltKey, key: FeltKey]> {
  let at = LENGTH_UNITS;
  for (let contracts = lengthAt(packed, 0); contracts > 0; contracts--) {
    const address = packed.slice(at, at + KEY_UNITS) as FeltKey;
    const count = lengthAt(packed, at + KEY_UNITS);
    at += KEY_UNITS + LENGTH_UNITS;
    for (const end = at + count * PAIR_UNITS; at < end; at += PAIR_UNITS)
      yield [address, packed.slice(at, at + KEY_UNITS) as FeltKey];
  }
}

/** The contracts that a diff deploys, found without unpacking it. */
export function* deployedIn(packed: PackedDiff): Generator<FeltKey> {
  let at = LENGTH_UNITS;
  for (let contracts = lengthAt(packed, 0); contracts > 0; contracts--)
    at += KEY_UNITS + LENGTH_UNITS + lengthAt(packed, at + KEY_UNITS) * PAIR_UNITS;
  // The nonces come before them.
  at += LENGTH_UNITS + lengthAt(packed, at) * PAIR_UNITS;
  const end = at + LENGTH_UNITS + lengthAt(packed, at) * PAIR_UNITS;
  for (at += LENGTH_UNITS; at < end; at += PAIR_UNITS) yield packed.slice(at, at + KEY_UNITS) as FeltKey;
}

const NONE: ReadonlyMap<FeltKey, FeltKey> = new Map();

class Reader {
  readonly #packed: PackedDiff;
  #at = 0;

  constructor(packed: PackedDiff) {
    this.#packed = packed;
  }

  length(): number {
    const low = this.#packed.charCodeAt(this.#at++);
    return low + this.#packed.charCodeAt(this.#at++) * 0x1_0000;
  }

  key(): FeltKey {
    const start = this.#at;
    this.#at += KEY_UNITS;
    return this.#packed.slice(start, this.#at) as FeltKey;
  }

  /** The next list; undefined if it is long, and then nothing is read. */
  pairs(): ReadonlyMap<FeltKey, FeltKey> | undefined {
    const start = this.#at;
    const count = this.length();
    if (count === 0) return NONE;
    const pairs = new Map<FeltKey, FeltKey>();
    if (count <= SHORT) return this.addPairs(pairs, count);
    this.#at = start;
    return undefined;
  }

  addPairs(pairs: Map<FeltKey, FeltKey>, count: number): ReadonlyMap<FeltKey, FeltKey> {
    for (let i = 0; i < count; i++) pairs.set(this.key(), this.key());
    return pairs;
  }
}
