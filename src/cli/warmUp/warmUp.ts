// Idle warm-up (`--warm-up on`): while the process is idle, it runs the code that the first real requests will need, so that V8 has
// compiled and optimised it and our classes are decoded.
import type { Steps } from '../../async/steps.ts';
import { type BuiltinTexts, builtinClass } from '../../classes/builtinClasses.ts';
import { saveCompileCache } from '../../platform/compileCache.ts';
import type { HashWorker } from '../../platform/hashWorker.ts';
import { stepsUntil } from './stepsUntil.ts';
import { warmTransactions } from './warmTransactions.ts';

// The second one is four times as large and is compiled by code that V8 has begun to optimise.
const CLASSES = ['universal_deployer', 'account'] as const;

/** How long the process must be idle before the first step, and the pause between two steps. */
const IDLE_MS = 100;
const PAUSE_MS = 2;
/** The event loop utilization up to which the process counts as idle, before the first step and between two steps. */
const IDLE_UTILIZATION = 0.1;
const PAUSE_UTILIZATION = 0.5;

/** Starts the warm-up. If it is off, an idle process only saves Node's compile cache. Returns a function that stops it. */
export function startWarmUp(isOn: boolean, texts: BuiltinTexts, hasher: HashWorker | undefined): () => void {
  return runWhenIdle(warmUpSteps(isOn, texts, hasher));
}

function* warmUpSteps(isOn: boolean, texts: BuiltinTexts, hasher: HashWorker | undefined): Steps<void> {
  if (isOn) {
    hasher?.prepare();
    yield;
    yield* warmTransactions(texts);
    yield* compileBuiltins(texts);
  }
  saveCompileCache();
}

/**
 * Runs steps of a few milliseconds each while the process is idle. When there is other work, it waits until the process is idle again.
 * Returns a function that stops it.
 */
export function runWhenIdle(steps: Steps<void>): () => void {
  let before = performance.eventLoopUtilization();
  const check = (maxUtilization: number) => {
    const isIdle = performance.eventLoopUtilization(before).utilization <= maxUtilization;
    if (isIdle && isLastStep(steps)) return;
    before = performance.eventLoopUtilization();
    timer = isIdle ? setTimeout(check, PAUSE_MS, PAUSE_UTILIZATION) : setTimeout(check, IDLE_MS, IDLE_UTILIZATION);
    timer.unref();
  };
  let timer = setTimeout(check, IDLE_MS, IDLE_UTILIZATION).unref();
  return () => clearTimeout(timer);
}

/** Runs a step and tells whether it was the last one. An error ends the warm-up silently, because no request depends on it. */
function isLastStep(steps: Steps<void>): boolean {
  try {
    return steps.next().done === true;
  } catch {
    return true;
  }
}

/** Compiles classes of the package, so that the first class that is declared meets a warm compiler. */
export function* compileBuiltins(texts: BuiltinTexts): Steps<void> {
  // Imported here, because the start of the server does not need the compiler.
  const compiler = yield* stepsUntil(import('../../classes/compileClass.ts'));
  if (!compiler) return;
  for (const name of CLASSES) {
    const { definition, classHash } = builtinClass(name, texts);
    if (definition.kind !== 'sierra') continue;
    yield;
    yield* compiler.compileSierraSteps(definition, () => classHash);
  }
}
