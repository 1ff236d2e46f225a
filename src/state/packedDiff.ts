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

export function packDiff(diff: StateDiff): PackedDiff {
  const parts: string[] = [packLength(diff.storage.size)];
  for (const [address, cells] of diff.storage) {
    parts.push(address);
    packPairs(cells, parts);
  }
  packPairs(diff.nonces, parts);
  packPairs(diff.deployed, parts);
  packPairs(diff.replaced, parts);
  packPairs(diff.declared, parts);
  parts.push(packLength(diff.deprecatedDeclared.size));
  for (const classHash of diff.deprecatedDeclared) parts.push(classHash);
  return parts.join('') as PackedDiff;
}

function packPairs(pairs: DiffEntries<FeltKey>, parts: string[]): void {
  parts.push(packLength(pairs.size));
  for (const [key, value] of pairs) parts.push(key, value);
}

export function unpackDiff(packed: PackedDiff): StateDiff {
  const reader = new Reader(packed);
  const storage = new Map<FeltKey, ReadonlyMap<FeltKey, FeltKey>>();
  for (let contracts = reader.length(); contracts > 0; contracts--) storage.set(reader.key(), reader.pairs());
  return {
    storage,
    nonces: reader.pairs(),
    deployed: reader.pairs(),
    replaced: reader.pairs(),
    declared: reader.pairs(),
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

/** Calls `use` with each cell that a diff writes, without unpacking it. */
export function forEachCell(packed: PackedDiff, use: (address: FeltKey, key: FeltKey) => void): void {
  let at = LENGTH_UNITS;
  for (let contracts = lengthAt(packed, 0); contracts > 0; contracts--) {
    const address = packed.slice(at, at + KEY_UNITS) as FeltKey;
    const count = lengthAt(packed, at + KEY_UNITS);
    at += KEY_UNITS + LENGTH_UNITS;
    for (const end = at + count * PAIR_UNITS; at < end; at += PAIR_UNITS)
      use(address, packed.slice(at, at + KEY_UNITS) as FeltKey);
  }
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

  pairs(): ReadonlyMap<FeltKey, FeltKey> {
    const count = this.length();
    if (count === 0) return NONE;
    const pairs = new Map<FeltKey, FeltKey>();
    for (let i = 0; i < count; i++) pairs.set(this.key(), this.key());
    return pairs;
  }
}
