import type { Steps } from '../../async/steps.ts';
import { type BuiltinTexts, builtinClass } from '../../classes/builtinClasses.ts';
import { compileSierraSteps } from '../../classes/compileClass.ts';

// The second is four times as large, and meets a compiler that the first has shown to the engine.
const CLASSES = ['universal_deployer', 'account'] as const;

/** Time without work before the first step, and between two steps. */
const QUIET_MS = 100;
const GAP_MS = 2;
/** The share of the time before a step in which anything else may have run. */
const QUIET_SHARE = 0.1;
const GAP_SHARE = 0.5;

/**
 * Does work ahead while the process has nothing else to do, in steps of some milliseconds, and waits for another quiet
 * moment whenever there is other work between them. Returns how to stop it.
 */
export function warmUp(steps: Steps<void>): () => void {
  let before = performance.eventLoopUtilization();
  const look = (share: number) => {
    const { utilization } = performance.eventLoopUtilization(before);
    const quiet = utilization <= share;
    if (quiet && isOver(steps)) return;
    before = performance.eventLoopUtilization();
    timer = quiet ? setTimeout(look, GAP_MS, GAP_SHARE) : setTimeout(look, QUIET_MS, QUIET_SHARE);
    timer.unref();
  };
  let timer = setTimeout(look, QUIET_MS, QUIET_SHARE).unref();
  return () => clearTimeout(timer);
}

/** Does a step; whether it was the last. What goes wrong ends it: nobody has asked for this work. */
function isOver(steps: Steps<void>): boolean {
  try {
    return steps.next().done === true;
  } catch {
    return true;
  }
}

/** Compiles classes of the package: the first class that somebody declares then meets a compiler that the engine knows. */
export function* compileBuiltins(texts: BuiltinTexts): Steps<void> {
  for (const name of CLASSES) {
    const { definition, classHash } = builtinClass(name, texts);
    if (definition.kind !== 'sierra') continue;
    yield;
    yield* compileSierraSteps(definition, () => classHash);
  }
}
