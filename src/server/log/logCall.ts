import { helpedData } from '../../protocol/chainError.ts';
import { errors } from '../../protocol/errors.ts';
import type { CallReport } from '../../rpc/dispatch.ts';
import { reasonOf } from '../../rpc/errorReason.ts';
import { explanationIn } from '../../rpc/explainedError.ts';
import { adviceOn } from './adviceOn.ts';
import { changedCheats } from './describeCheat.ts';
import { sentTransaction } from './describeTransaction.ts';
import type { Log } from './log.ts';

const MAX_REASON = 400;
const TARGET = 'rpc';
const PAGE = 'docs/errors.md';
/** What users type to read about an error. The documentation may not be on their machine. */
const HELP = 'starbox help error-';

/** Logs one line per call: the method, what it did or why it failed, and the duration. */
export function logCall(log: Log, report: CallReport): void {
  if (!log.enabled('info')) return;
  const { method, name, milliseconds, error, unparsed } = report;
  const known = name ?? method.slice(0, 80);
  const took = Math.round(milliseconds * 1000) / 1000;
  if (error) logError(log, known, error, took, unparsed && name !== undefined);
  else {
    const cheats = changedCheats(report);
    const sent = cheats ? () => cheats : sentTransaction(report);
    const text = () => {
      const did = sent?.();
      return oneLine(did ? `${known} ${did.text}, ${took} ms` : `${known}: ok, ${took} ms`);
    };
    log.write('info', TARGET, { text }, () => ({ method: known, ...sent?.()?.fields(), milliseconds: took }));
  }
}

/** Clients and contracts choose names, and a name must not begin a line. The log escapes everything else. */
const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', '\\n') : text);

function logError(
  log: Log,
  method: string,
  error: NonNullable<CallReport['error']>,
  took: number,
  isUnread: boolean,
): void {
  const { code, message, explanation } = error;
  // The log explains, whatever the answer contains.
  const data = helpedData(error);
  const detail = reasonOf(data)?.slice(0, MAX_REASON);
  const reason = detail === undefined || detail === '' ? '' : `: ${detail.replace(/\.$/, '')}`;
  const help = `${PAGE}#error-${code}`;
  const isParams = isUnread && code === errors.invalidParams.code;
  log.write(
    isParams ? 'error' : 'info',
    TARGET,
    oneLine(
      isParams
        ? `failed to deserialize RPC call: invalid params method="${method}" err="${message.slice(0, MAX_REASON)}"${reason}`
        : `${method}: error ${code} ${message.slice(0, MAX_REASON).replace(/\.$/, '')}${reason}, ${took} ms (${HELP}${code})`,
    ),
    { method, code, ...(detail === undefined ? {} : { reason: detail }), help, milliseconds: took },
  );
  const fact = explanationIn(data);
  if (explanation) {
    log.write('warn', 'explain', (color) => explanation.text(color).trimEnd(), { method });
    log.advise(adviceOn(explanation.of));
  } else if (fact !== undefined) log.write('warn', 'explain', fact.trimEnd(), { method });
}
