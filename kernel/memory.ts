// One bump allocator for everything that lives as long as the instance. Static tables are below it.

let top: usize = (__heap_base + 15) & ~15;

function growTo(end: usize): void {
  const have = (<usize>memory.size()) << 16;
  if (end > have && memory.grow(<i32>((end - have + 0xffff) >> 16)) < 0) unreachable();
}

/** Allocates zeroed bytes, aligned to 16. Grows the memory if needed, and traps if it cannot grow. */
export function reserve(bytes: usize): usize {
  const start = top;
  top = (start + bytes + 15) & ~15;
  const have = (<usize>memory.size()) << 16;
  if (top > have && memory.grow(<i32>((top - have + 0xffff) >> 16)) < 0) unreachable();
  return start;
}

/** Scratch memory above all reservations, for one call: the next call may use the same bytes. */
export function borrow(bytes: usize): usize {
  growTo(top + bytes);
  return top;
}

/** The start of the next reservation; all memory from here on is free. */
export function heapTop(): usize {
  return top;
}
