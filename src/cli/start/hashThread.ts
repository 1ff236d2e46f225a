import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { HashThread } from '../../platform/hashThread.ts';

/** A thread that hashes blocks, where a second processor and the built script are there. */
export function hashThread(): HashThread | undefined {
  const script = new URL('./hashWorker.js', import.meta.url);
  return availableParallelism() > 1 && existsSync(script) ? new HashThread(script) : undefined;
}
