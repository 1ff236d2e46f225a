import { setFlagsFromString } from 'node:v8';

/** Beyond this, optimised code pays off within the same work. */
const MOST_MS = 250;

let holders = 0;

/**
 * Has the engine optimise no code while work is under way, for a quarter of a second at most. Compiling a class calls
 * hundreds of functions often enough to have them optimised, on threads that compete with the one that works: on two
 * cores that takes half as long again as the work itself, and the code is ready when the work is nearly done.
 */
export async function withOptimizerHeld<T>(work: () => Promise<T>): Promise<T> {
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

// The engine asks for both whenever a function has run for long. Nothing is remembered of a function that was not optimised.
function hold(): void {
  if (holders++ > 0) return;
  setFlagsFromString('--max-optimized-bytecode-size=0');
  // Code for a loop that is under way is not bound by the size: it would be tried, fail, and never be tried again.
  setFlagsFromString('--no-use-osr');
}

function letGo(): void {
  if (--holders > 0) return;
  setFlagsFromString('--max-optimized-bytecode-size=61440');
  setFlagsFromString('--use-osr');
  // Node 22 turns this one off together with the other, but not on again; Node 20 does not know it.
  if (!process.versions.node.startsWith('20.')) setFlagsFromString('--maglev-osr');
}
