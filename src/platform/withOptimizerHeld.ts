import { setFlagsFromString } from 'node:v8';

/** Beyond this, optimised code pays off within the same work. */
const MOST_MS = 250;

/** Later ones have a quick compiler before the thorough one, and do not go back to what they were asked to leave. */
const CAN_HOLD = process.versions.node.startsWith('20.');

let holders = 0;

/**
 * Has the engine optimise no code while work is under way, for a quarter of a second at most; on Node 20. Compiling a class
 * calls hundreds of functions often enough to have them optimised, on threads that compete with the one that works: on two
 * cores that takes half as long again as the work itself, and the code is ready when the work is nearly done.
 */
export async function withOptimizerHeld<T>(work: () => Promise<T>): Promise<T> {
  if (!CAN_HOLD) return work();
  hold();
  let isHeld = true;
  const release = () => {
    if (isHeld) letGo();
    isHeld = false;
  };
  const timer = setTimeout(release, MOST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    release();
  }
}

// The engine looks at this whenever it is to optimise something, and what was turned down comes up again later. (What a limit
// on the size of functions turns down is mostly never optimised again.)
function hold(): void {
  if (holders++ === 0) setFlagsFromString('--no-opt');
}

function letGo(): void {
  if (--holders === 0) setFlagsFromString('--opt');
}
