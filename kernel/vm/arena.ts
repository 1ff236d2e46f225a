// The memory of runs: a bump allocator above the zone of decoded classes. All memory above `top` is zero, so new segments
// consist of unknown cells without any work. Releasing memory fills it with zeros again.
import { reserve } from '../memory';

/** The largest size of an instance's memory in bytes, which limits a call and its inner calls together. */
const LIMIT: u64 = 512 << 20;

export let top: u32 = 0;
/** Whether an allocation failed. Then the run ends, and everything it has computed since is dropped. */
export let exhausted: bool = false;

let feltNext: u32 = 0;
let feltEnd: u32 = 0;
const FELT_CHUNK: u32 = 128 * 32;
// Felts are written here after memory is exhausted, until the run checks the flag.
const spill = memory.data(64, 32);

/** Sets the arena's start, once. */
export function openArena(start: u32): void {
  top = (start + 31) & ~31;
}

function commit(end: u64): bool {
  const have = (<u64>memory.size()) << 16;
  if (end <= have) return true;
  if (end > LIMIT) return false;
  // COST: growing the memory moves no data, but it detaches the driver's views.
  let want = end + (have >> 1);
  if (want > LIMIT) want = LIMIT;
  return memory.grow(<i32>((want - have + 0xffff) >> 16)) >= 0;
}

/** Allocates zeroed bytes, aligned to 32; returns 0 if memory is exhausted. */
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

/** Extends the block that was allocated last. Returns false if another block follows it or memory is exhausted. */
export function extend(at: u32, bytes: u64, wanted: u64): bool {
  if (<u64>at + ((bytes + 31) & ~31) != <u64>top) return false;
  const end = <u64>at + ((wanted + 31) & ~31);
  if (wanted > LIMIT || !commit(end)) return false;
  top = <u32>end;
  return true;
}

/** Allocates one felt of 32 bytes. */
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

/** Releases the felt that newFelt allocated last. */
export function returnFelt(at: u32): void {
  if (at + 32 == feltNext) feltNext = at;
}

/** Closes the current chunk of felts: the next felt starts a new chunk above everything allocated so far. */
export function sealFelts(): void {
  feltNext = 0;
  feltEnd = 0;
}

/** Releases everything above `mark`. */
export function release(mark: u32): void {
  memory.fill(mark, 0, top - mark);
  top = mark;
  sealFelts();
  exhausted = false;
}

/** Reserves the zone of decoded classes. */
export function reserveZone(bytes: u32): u32 {
  return <u32>reserve(bytes);
}
