import { setFlagsFromString } from 'node:v8';

/** After this time, optimised code pays off within the same compile. */
const MAX_MS = 250;
/** Later compiles are faster with optimised code than without. */
const FIRST_CLASSES = 8;

/** Later versions of Node have a fast optimiser (Maglev), which does not slow the main thread down. */
const IS_NODE_20 = process.versions.node.startsWith('20.');

let holders = 0;
let classes = 0;

/**
 * Prevents V8 of Node 20 from optimising code during the first compiles of classes in a process. One compile calls hundreds of functions
 * often enough for the optimiser, which runs on other threads: on two cores they take time from the main thread, and their code is ready
 * when the compile is nearly done. Figures are in bench/NOTES.md. Only the server uses this, because the flag is one of the whole process.
 * Support for Node 20 ended in April 2026; this file can go with it.
 */
export async function withOptimizerHeld<T>(work: () => Promise<T>): Promise<T> {
  if (!IS_NODE_20 || classes >= FIRST_CLASSES) return work();
  classes++;
  hold();
  let isHeld = true;
  const release = () => {
    if (isHeld) letGo();
    isHeld = false;
  };
  const timer = setTimeout(release, MAX_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    release();
  }
}

// V8 checks this flag whenever it is about to optimise a function, and tries the function again later. (A limit on the size of functions
// has the same effect, but V8 mostly never tries those again.)
function hold(): void {
  if (holders++ === 0) setFlagsFromString('--no-opt');
}

function letGo(): void {
  if (--holders === 0) setFlagsFromString('--opt');
}
