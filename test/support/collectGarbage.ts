import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects what is no longer used, so that a measure of memory does not depend on when the collector ran. */
export function collectGarbage(): void {
  for (let i = 0; i < 3; i++) collect();
}
