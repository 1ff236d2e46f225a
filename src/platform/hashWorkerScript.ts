// The code of the hash worker (hashWorker.ts): computes the recipes of each message in order and sends their hashes back.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Felt } from '../felt/felt.ts';
import { HashRecipe } from '../felt/hashRecipe.ts';
import type { KernelExports } from '../felt/kernel.ts';
import { type HashRequest, type HashResponse, MAX_OUTSTANDING } from './hashMessages.ts';

declare const WebAssembly: { readonly Instance: new (module: unknown) => { readonly exports: KernelExports } };

const kernel = new WebAssembly.Instance(workerData).exports;
const port = parentPort!;

// On Linux this is the priority of this thread alone, elsewhere of the whole process. It must not slow down the main thread.
if (process.platform === 'linux')
  try {
    setPriority(10);
  } catch {
    // Then both threads have the same priority.
  }

/** The last hash of recent requests by id. Later requests build on those that are not answered yet. */
const lastHashes = new Map<number, Felt>();

function compute({ id, recipe: shared, builtOn }: HashRequest): HashResponse {
  const recipe = new HashRecipe(shared);
  if (builtOn !== undefined) {
    const before = lastHashes.get(builtOn);
    // The main thread then computes this one itself.
    if (before === undefined) return { id, hashes: undefined };
    recipe.setBefore(before);
  }
  const hashes = recipe.compute(kernel);
  lastHashes.set(id, hashes.at(-1)!);
  if (lastHashes.size > MAX_OUTSTANDING) lastHashes.delete(lastHashes.keys().next().value!);
  return { id, hashes };
}

port.on('message', (requests: readonly HashRequest[]) => port.postMessage(requests.map(compute)));
port.postMessage('ready');
