// One bump allocator for everything that lives as long as the instance. Static tables lie below it.

let top: usize = (__heap_base + 15) & ~15;

/** So many zeroed bytes, aligned to 16, growing the memory when needed; traps when it cannot grow. */
export function reserve(bytes: usize): usize {
  const start = top;
  top = (start + bytes + 15) & ~15;
  const have = (<usize>memory.size()) << 16;
  if (top > have && memory.grow(<i32>((top - have + 0xffff) >> 16)) < 0) unreachable();
  return start;
}

/** Where the next reservation starts: all memory from here on is free. */
export function heapTop(): usize {
  return top;
}
