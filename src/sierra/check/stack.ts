/** The slot of a variable that is not on the stack. */
export const OFF_STACK = -1;

/**
 * The lowest slot of the known stack. Each value that is pushed gets the next slot. Where the stack is lost, one slot is skipped
 * and the numbering continues. So the known stack ends, from `top` down, at the first slot without a variable.
 */
export function floorOf(variables: { values(): Iterable<{ readonly slot: number }> }, top: number): number {
  const taken = new Set<number>();
  for (const { slot } of variables.values()) if (slot !== OFF_STACK) taken.add(slot);
  let floor = top;
  while (taken.has(floor - 1)) floor--;
  return floor;
}

/** A variable's slot relative to the lowest known one; OFF_STACK if it is below that. */
export const depthOf = ({ slot }: { readonly slot: number }, floor: number): number =>
  slot >= floor ? slot - floor : OFF_STACK;
