/** The slot of a variable that is not on the stack. */
export const OFF_STACK = -1;

/**
 * The lowest slot of the known stack. Whatever comes onto the stack gets the next slot, and slots are counted on even
 * where the stack is lost, with one left out. Below `top` all are known down to the first that no variable stands for.
 */
export function floorOf(variables: { values(): Iterable<{ readonly slot: number }> }, top: number): number {
  const taken = new Set<number>();
  for (const { slot } of variables.values()) if (slot !== OFF_STACK) taken.add(slot);
  let floor = top;
  while (taken.has(floor - 1)) floor--;
  return floor;
}

/** A variable's slot counted from the lowest known one; OFF_STACK when it is not known. */
export const depthOf = ({ slot }: { readonly slot: number }, floor: number): number =>
  slot >= floor ? slot - floor : OFF_STACK;
