/** The children of node i are the entries from `start[i]` to below `start[i + 1]` of both lists; -1 stands for no child. */
export interface Children {
  readonly start: Int32Array;
  readonly first: Int32Array;
  readonly second?: Int32Array;
}

const NEW = 0;
const OPEN = 1;
const DONE = 2;

/**
 * Orders all nodes in depth-first post-order, so that children come before their parents unless there is a cycle. The last child of
 * a node is visited first. If `onCycle` is given, it is called for an edge back to a node that is still being visited.
 */
export function postOrder({ start, first, second }: Children, onCycle?: () => never): Int32Array {
  const count = start.length - 1;
  const state = new Uint8Array(count);
  const order = new Int32Array(count);
  let ordered = 0;
  const stack: number[] = [];
  for (let root = 0; root < count; root++) {
    if (state[root] !== NEW) continue;
    stack.push(root);
    while (stack.length > 0) {
      const i = stack[stack.length - 1]!;
      const was = state[i]!;
      if (was === NEW) {
        state[i] = OPEN;
        const end = start[i + 1]!;
        for (let at = start[i]!; at < end; at++) {
          const one = first[at]!;
          if (one >= 0) {
            if (state[one] === NEW) stack.push(one);
            else if (onCycle && state[one] === OPEN) onCycle();
          }
          if (!second) continue;
          const other = second[at]!;
          if (other < 0) continue;
          if (state[other] === NEW) stack.push(other);
          else if (onCycle && state[other] === OPEN) onCycle();
        }
      } else {
        stack.pop();
        if (was !== OPEN) continue;
        state[i] = DONE;
        order[ordered++] = i;
      }
    }
  }
  return order;
}
