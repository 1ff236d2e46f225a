import { describeFault } from '../faults/describeFault.ts';
import { type InjectedFault, injectedText } from '../faults/faultPlan.ts';
import type { FaultSettings } from '../faults/faultRule.ts';
import type { CallReport } from '../rpc/dispatch.ts';
import type { Log } from './log/log.ts';
import { logCall } from './log/logCall.ts';
import type { Metrics } from './metrics/metrics.ts';

const OFF = 'There are no faults any more.';

/** What disturbs clients. The log has it whatever its level is, so that nobody looks for these faults in their own code. */
function rulesText({ seed = 0, rules }: FaultSettings): string {
  const texts = rules.slice(0, SHOWN_RULES).map((rule) => `\n  ${describeFault(rule)}`);
  const more = rules.length > SHOWN_RULES ? `\n  and ${rules.length - SHOWN_RULES} more` : '';
  return `FAULTS ARE ON (seed ${seed}). Clients will be disturbed; devnet_setFaults with no rules ends it:${texts.join('')}${more}`;
}
const SHOWN_RULES = 10;

/** Sends what a hub reports about calls and failures to the log and to the metrics. */
export function observeCalls(log: Log, metrics: Metrics | undefined) {
  return {
    report: (report: CallReport) => {
      logCall(log, report);
      metrics?.call(report);
    },
    faultObserver: {
      changed: (settings: FaultSettings | undefined) =>
        log.always('warn', 'faults', settings ? rulesText(settings) : OFF),
      injected: (fault: InjectedFault) => {
        metrics?.fault(fault.fault);
        log.write('warn', 'faults', { text: () => injectedText(fault) }, () => ({ ...fault }));
      },
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
