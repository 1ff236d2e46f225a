// The other side of a hash thread (hashThread.ts): carries out recipes in the order they were written, and sleeps.
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { RecipeRunner } from '../felt/hashRecipe.ts';
import type { KernelExports } from '../felt/kernel.ts';
import { DONE, HashShare, PASSED, READY, RING, TAKEN, UP, WORKING, WRITTEN } from './hashShare.ts';

declare const WebAssembly: { readonly Instance: new (module: unknown) => { readonly exports: KernelExports } };

const { module, memory } = workerData as { readonly module: unknown; readonly memory: SharedArrayBuffer };
const share = new HashShare(memory);
const runner = new RecipeRunner(new WebAssembly.Instance(module).exports, share.words);

// On Linux this is the thread's own priority, elsewhere the process's: it must not take the processor of the thread it works for.
if (process.platform === 'linux')
  try {
    setPriority(10);
  } catch {
    // Then they share as equals.
  }
share.raise(UP);
for (let passed = 0; ; passed++) {
  share.waitWhile(WRITTEN, passed);
  const entry = passed % RING;
  if (share.claim(entry, WORKING)) {
    const { length, results, before, range } = share.description(entry);
    // What it builds on stands before it in the ring, so it is through, or the program computes it itself right now.
    if (before >= 0) share.waitWhileState(before, TAKEN);
    // Were it neither, a wrong hash would come out: the program gets the recipe back and computes it.
    if (before >= 0 && share.state(before) !== DONE) share.setState(entry, READY);
    else {
      runner.run(share.steps(entry), length, range, results);
      share.setState(entry, DONE);
    }
  }
  share.raise(PASSED);
}
