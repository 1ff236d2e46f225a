import { observeTurns } from '../async/turnMeter.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { threadMilliseconds } from './threadTime.ts';

/** A turn that is longer is logged: a quarter of the time that docs/security.md lets another client wait. */
const LONG_MS = 250;

/** Sends how long methods have the thread to the metrics, and the longest turn of all to the log when it is long. Returns a function that ends this. */
export function reportTurns(
  log: Pick<Log, 'write'>,
  metrics: Pick<Metrics, 'turn'> | undefined,
  processorMilliseconds: () => number = threadMilliseconds,
): () => void {
  let longest = LONG_MS;
  observeTurns((method, milliseconds) => {
    metrics?.turn(method, milliseconds);
    if (milliseconds <= longest) return;
    longest = milliseconds;
    const took = Math.round(milliseconds);
    log.write('warn', 'rpc', `${method} used ${took} ms of processor time at once, and other requests waited for it.`, {
      method,
      milliseconds: took,
    });
  }, processorMilliseconds);
  return () => observeTurns(undefined, processorMilliseconds);
}
