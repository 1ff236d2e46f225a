// Idle warm-up (`--warm-up on`): while the process is idle, it runs the code that the first real requests will need, so that V8 has
// compiled and optimised it and our classes are decoded.
import { type BuiltinTexts, builtinClass } from '../../classes/builtinClasses.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { saveCompileCache } from '../../platform/compileCache.ts';
import type { HashWorker } from '../../platform/hashWorker.ts';
import { type IdleSteps, settled } from './idleSteps.ts';
import { sendSampleRequests } from './sampleRequests.ts';

/** What is compiled how often, so that V8 optimises most of the compiler before the first real declaration. A small class takes little memory. */
const COMPILED = 'universal_deployer';
const COMPILES = 3;

/** How long the process must be idle before the first slice, and the pause between two slices. */
const IDLE_MS = 100;
const PAUSE_MS = 2;
/** The steps of a slice take about this long: a request that comes meanwhile waits. */
const SLICE_MS = 4;
/** The event loop utilization up to which the process counts as idle, before the first slice and between two slices. */
const IDLE_UTILIZATION = 0.1;
const PAUSE_UTILIZATION = 0.5;

/** A warm-up that begins with the first call, so that it never delays the start. */
export function warmUpWithFirstCall(isOn: boolean, texts: BuiltinTexts, hasher: HashWorker | undefined) {
  let stop: (() => void) | undefined;
  return {
    called: () => {
      stop ??= startWarmUp(isOn, texts, hasher);
    },
    stop: () => stop?.(),
  };
}

/** Starts the warm-up. If it is off, an idle process only saves Node's compile cache. Returns a function that stops it. */
export function startWarmUp(isOn: boolean, texts: BuiltinTexts, hasher: HashWorker | undefined): () => void {
  return runWhenIdle(warmUpSteps(isOn, texts, hasher));
}

function* warmUpSteps(isOn: boolean, texts: BuiltinTexts, hasher: HashWorker | undefined): IdleSteps {
  if (isOn) {
    hasher?.prepare();
    yield;
    yield* sendSampleRequests(texts);
    yield* compileRepeatedly(texts);
  }
  saveCompileCache();
}

/**
 * Runs steps in slices of a few milliseconds while the process is idle. When there is other work, it waits until the process is idle again.
 * Returns a function that stops it.
 */
export function runWhenIdle(steps: IdleSteps): () => void {
  let timer: NodeJS.Timeout | undefined;
  let before: ReturnType<typeof performance.eventLoopUtilization>;
  let isStopped = false;
  const checkAfter = (ms: number, maxUtilization: number) => {
    if (isStopped) return;
    before = performance.eventLoopUtilization();
    timer = setTimeout(check, ms, maxUtilization).unref();
  };
  const pause = () => checkAfter(PAUSE_MS, PAUSE_UTILIZATION);
  const check = (maxUtilization: number) => {
    if (performance.eventLoopUtilization(before).utilization > maxUtilization) checkAfter(IDLE_MS, IDLE_UTILIZATION);
    else runSlice(steps).then((isDone) => isDone || pause());
  };
  checkAfter(IDLE_MS, IDLE_UTILIZATION);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Runs steps until the slice is over. Returns whether all are done. After an error, which harms no request, no further one runs. */
async function runSlice(steps: IdleSteps): Promise<boolean> {
  const end = performance.now() + SLICE_MS;
  try {
    do {
      const { done, value } = steps.next();
      if (done) return true;
      if (value) await value;
    } while (performance.now() < end);
    return false;
  } catch {
    return true;
  }
}

/**
 * Compiles a class of the package several times, and writes and reads it as the class cache does. So the first class that is declared
 * meets warm code, whether an earlier run has compiled it or not. Returns the classes that were read.
 */
export function* compileRepeatedly(texts: BuiltinTexts): IdleSteps<readonly (DeclaredClass | undefined)[]> {
  const read: (DeclaredClass | undefined)[] = [];
  // Imported here, because the start of the server does not need the compiler.
  const compiler = yield* settled(import('../../classes/compileClass.ts'));
  const cache = yield* settled(import('../../classes/cachedClass.ts'));
  if (!compiler || !cache) return read;
  const { definition, classHash } = builtinClass(COMPILED, texts);
  if (definition.kind !== 'sierra') return read;
  for (let i = 0; i < COMPILES; i++) {
    yield;
    const compiled = yield* compiler.compileSierraSteps(definition, () => classHash);
    const text = yield* cache.cachedClassText(compiled, COMPILED);
    read.push(cache.readCachedClass(text, COMPILED, definition));
  }
  return read;
}
