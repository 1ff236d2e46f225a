// The buffer in which felts and addresses are passed between the kernel and its driver: felts as 32 bytes, addresses as two words.
import { ADDRESS, FELT, UNKNOWN } from './cellKinds.generated';
import { BIG, isPointer, offsetOf, segmentOf, TAG } from './cells';

export const io = <u32>memory.data(128, 32);

/** The kernel's number of a segment. Temporary segments have negative numbers in the driver. */
export function segmentNumber(segment: i32): u32 {
  return <u32>segment & 0x0fffffff;
}

/** Writes a cell to the buffer. Returns its kind. */
export function putCell(cell: u64): u32 {
  if (cell == 0) return UNKNOWN;
  if (isPointer(cell)) {
    store<u32>(io, <u32>(<i32>(segmentOf(cell) << 4) >> 4));
    store<u32>(io, offsetOf(cell), 4);
    return ADDRESS;
  }
  if ((cell & TAG) == BIG) memory.copy(io, <u32>(cell >> 2), 32);
  else {
    store<u64>(io, cell >> 2);
    store<u64>(io, 0, 8);
    store<u64>(io, 0, 16);
    store<u64>(io, 0, 24);
  }
  return FELT;
}
