// What an instruction writes to an unknown cell of a builtin's segment.
import { deduceCell } from './builtins';
import { isFelt, SMALL, same, TAG } from './cells';
import { ECDSA, RANGE_CHECK, RANGE_CHECK96 } from './segmentKinds.generated';
import { isOutput } from './segments';

/** Whether a cell may be in a range check segment: at most 128 bits, or 96. */
function isInRange(kind: u32, cell: u64): bool {
  if ((cell & TAG) == SMALL) return true;
  if (!isFelt(cell)) return false;
  const at = <u32>(cell >> 2);
  return (load<u64>(at, 16) | load<u64>(at, 24)) == 0 && (kind == RANGE_CHECK || load<u64>(at, 8) >> 32 == 0);
}

/**
 * The value of an unknown cell that an instruction asserts to be equal to `held` (0 if that is unknown too): the output of a builtin or
 * a valid input. It is 0 in all other cases, which the generic step decides.
 */
export function builtinCell(kind: u32, segment: u32, offset: u32, held: u64): u64 {
  if (kind <= RANGE_CHECK96) return held != 0 && isInRange(kind, held) ? held : 0;
  if (kind == ECDSA) return 0;
  if (!isOutput(kind, offset)) return held;
  const deduced = deduceCell(segment, offset);
  return held == 0 || deduced == 0 || same(held, deduced) ? deduced : 0;
}
