import type { Steps } from '../async/steps.ts';
import type { FeltKey } from '../felt/key.ts';
import type { PackedDiff } from '../state/packedDiff.ts';
import { type ByteReader, textOfUnits } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';

// A packed diff (state/packedDiff.ts) in a state file has the same lists in the same order. Felts are written without leading zeros.

const KEY_UNITS = 16;
const LENGTH_UNITS = 2;
const UNITS_AT_ONCE = 4096;
/** Keys that are written between two pauses. */
const KEYS_AT_ONCE = 8192;
/** The lists of pairs after the storage: nonces, deployed, replaced, declared. */
const PAIR_LISTS = 4;

export function* putDiff(packed: PackedDiff, out: ByteWriter): Steps<void> {
  let at = LENGTH_UNITS;
  for (let contracts = putLength(packed, 0, out); contracts > 0; contracts--) {
    out.key(packed, at);
    at = yield* putKeys(packed, at + KEY_UNITS, 2, out);
  }
  for (let i = 0; i < PAIR_LISTS; i++) at = yield* putKeys(packed, at, 2, out);
  yield* putKeys(packed, at, 1, out);
}

function putLength(packed: PackedDiff, at: number, out: ByteWriter): number {
  const length = packed.charCodeAt(at) + packed.charCodeAt(at + 1) * 0x1_0000;
  out.count(length);
  return length;
}

/** Writes a list whose items have the given number of keys. Returns where the next list begins. */
function* putKeys(packed: PackedDiff, start: number, keysOfItem: number, out: ByteWriter): Steps<number> {
  let at = start + LENGTH_UNITS;
  for (let keys = keysOfItem * putLength(packed, start, out); keys > 0; keys--, at += KEY_UNITS) {
    out.key(packed, at);
    if (keys % KEYS_AT_ONCE === 0) yield;
  }
  return at;
}

let units = new Uint16Array(UNITS_AT_ONCE);

export function takeDiff(from: ByteReader): PackedDiff {
  let used = 0;
  const reserve = (count: number): void => {
    if (used + count <= units.length) return;
    const larger = new Uint16Array(2 * (used + count));
    larger.set(units.subarray(0, used));
    units = larger;
  };
  const length = (): number => {
    const found = from.length();
    reserve(2);
    units[used++] = found;
    units[used++] = found >>> 16;
    return found;
  };
  const keys = (count: number): void => {
    for (let i = 0; i < count; i++, used += KEY_UNITS) {
      reserve(KEY_UNITS);
      from.units(units, used);
    }
  };
  for (let contracts = length(); contracts > 0; contracts--) {
    keys(1);
    keys(2 * length());
  }
  for (let i = 0; i < PAIR_LISTS; i++) keys(2 * length());
  keys(length());
  const packed = textOfAll(units.subarray(0, used));
  // A large diff is rare, and its buffer is not kept.
  if (units.length > 16 * UNITS_AT_ONCE) units = new Uint16Array(UNITS_AT_ONCE);
  return packed as PackedDiff;
}

function textOfAll(all: Uint16Array): string {
  if (all.length <= UNITS_AT_ONCE) return textOfUnits(all);
  const parts: string[] = [];
  for (let i = 0; i < all.length; i += UNITS_AT_ONCE) parts.push(textOfUnits(all.subarray(i, i + UNITS_AT_ONCE)));
  return parts.join('');
}

/** Gets what a diff changes. Of most values it gets where they stand in the file, because few of them are read when it is loaded. */
export interface DiffVisitor {
  /** Gets where the address and the key of a cell stand. The value follows the key. */
  cell(addressAt: number, keyAt: number): void;
  nonce(address: FeltKey, nonceAt: number): void;
  contractClass(address: FeltKey, classHash: FeltKey): void;
}

/** Goes over a diff, with all checks of `takeDiff`, and tells its content. */
export function visitDiff(from: ByteReader, visitor: DiffVisitor): void {
  for (let contracts = from.length(); contracts > 0; contracts--) {
    const addressAt = from.at;
    from.skipFelt();
    for (let cells = from.length(); cells > 0; cells--) {
      const keyAt = from.at;
      from.skipFelts(2);
      visitor.cell(addressAt, keyAt);
    }
  }
  for (let nonces = from.length(); nonces > 0; nonces--) {
    visitor.nonce(from.repeatedKey(), from.at);
    from.skipFelt();
  }
  for (let deployed = from.length(); deployed > 0; deployed--) visitor.contractClass(from.key(), from.key());
  for (let replaced = from.length(); replaced > 0; replaced--) visitor.contractClass(from.key(), from.key());
  // Declared and deprecated classes.
  from.skipFelts(2 * from.length());
  from.skipFelts(from.length());
}

/** Goes over a diff. */
export function skipDiff(from: ByteReader): void {
  for (let contracts = from.length(); contracts > 0; contracts--) {
    from.skipFelt();
    from.skipFelts(2 * from.length());
  }
  for (let i = 0; i < PAIR_LISTS; i++) from.skipFelts(2 * from.length());
  from.skipFelts(from.length());
}
