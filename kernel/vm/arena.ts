// Memory of runs: a bump arena behind the zone of decoded classes. What lies above `top` is zero, so that fresh
// segments are unknown cells without any work; releasing fills what was used with zeros again.
import { reserve } from '../memory';

/** The most an instance's memory may grow to, in bytes: what one call and its inner calls may use. */
const LIMIT: u64 = 512 << 20;

export let top: u32 = 0;
/** Set when something did not fit: the run is over, whatever it computed since is dropped. */
export let exhausted: bool = false;

let feltNext: u32 = 0;
let feltEnd: u32 = 0;
const FELT_CHUNK: u32 = 128 * 32;
// Felts go here once memory is exhausted, until the run notices.
const spill = memory.data(64, 32);

/** Sets the arena's start, once. */
export function openArena(start: u32): void {
  top = (start + 31) & ~31;
}

function commit(end: u64): bool {
  const have = (<u64>memory.size()) << 16;
  if (end <= have) return true;
  if (end > LIMIT) return false;
  // COST: growing moves no data, but every growth detaches the driver's views.
  let want = end + (have >> 1);
  if (want > LIMIT) want = LIMIT;
  return memory.grow(<i32>((want - have + 0xffff) >> 16)) >= 0;
}

/** Zeroed bytes, 32-aligned; 0 when memory is exhausted. */
export function allocate(bytes: u64): u32 {
  const at = top;
  const end = <u64>at + ((bytes + 31) & ~31);
  if (bytes > LIMIT || !commit(end)) {
    exhausted = true;
    return 0;
  }
  top = <u32>end;
  return at;
}

/** Lengthens the block that was allocated last; false when another one follows it or memory is exhausted. */
export function extend(at: u32, bytes: u64, wanted: u64): bool {
  if (<u64>at + ((bytes + 31) & ~31) != <u64>top) return false;
  const end = <u64>at + ((wanted + 31) & ~31);
  if (wanted > LIMIT || !commit(end)) return false;
  top = <u32>end;
  return true;
}

/** Room for one felt of 32 bytes. */
export function newFelt(): u32 {
  if (feltNext == feltEnd) {
    feltNext = allocate(FELT_CHUNK);
    if (feltNext == 0) {
      feltEnd = 0;
      return <u32>spill;
    }
    feltEnd = feltNext + FELT_CHUNK;
  }
  const at = feltNext;
  feltNext += 32;
  return at;
}

/** Takes back the room that newFelt gave last. */
export function returnFelt(at: u32): void {
  if (at + 32 == feltNext) feltNext = at;
}

/** Forgets the open chunk of felts: the next felt starts a new one above everything allocated so far. */
export function sealFelts(): void {
  feltNext = 0;
  feltEnd = 0;
}

/** Gives everything above `mark` back. */
export function release(mark: u32): void {
  memory.fill(mark, 0, top - mark);
  top = mark;
  sealFelts();
  exhausted = false;
}

/** The zone of decoded classes. */
export function reserveZone(bytes: u32): u32 {
  return <u32>reserve(bytes);
}
