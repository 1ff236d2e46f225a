/**
 * Orders 0..count-1 so that children come first. `children(i, push)` names the children of i; the last one named is
 * explored first. With `onCycle`, a child that is still being explored is reported; otherwise it is left where it is.
 */
export function childrenFirst(
  count: number,
  children: (i: number, push: (child: number) => void) => void,
  onCycle?: () => never,
): Int32Array {
  const NEW = 0;
  const OPEN = 1;
  const DONE = 2;
  const state = new Uint8Array(count);
  const order = new Int32Array(count);
  let ordered = 0;
  const stack: number[] = [];
  const push = (child: number): void => {
    if (state[child] === NEW) stack.push(child);
    else if (onCycle && state[child] === OPEN) onCycle();
  };
  for (let root = 0; root < count; root++) {
    if (state[root] !== NEW) continue;
    stack.push(root);
    while (stack.length > 0) {
      const i = stack.pop()!;
      if (state[i] === NEW) {
        state[i] = OPEN;
        stack.push(i);
        children(i, push);
      } else if (state[i] === OPEN) {
        state[i] = DONE;
        order[ordered++] = i;
      }
    }
  }
  return order;
}
