import type { CallReport } from '../rpc/dispatch.ts';
import type { Log } from './log/log.ts';
import { logCall } from './log/logCall.ts';
import type { Metrics } from './metrics/metrics.ts';

/** Sends what a hub reports about calls and failures to the log and to the metrics. */
export function observeCalls(log: Log, metrics: Metrics | undefined) {
  return {
    report: (report: CallReport) => {
      logCall(log, report);
      metrics?.call(report);
    },
    warn: (text: string) => log.write('warn', 'postman', text),
    malformed: (reason: string) =>
      log.refused(
        'a text that is not a request',
        `Refused a text that is not a JSON-RPC request: ${reason.slice(0, 300)}`,
      ),
    surprise: (error: unknown, method: string) =>
      log.write('error', 'rpc', `${method}: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
  };
}
