import type { CallReport } from '../../rpc/dispatch.ts';
import { safeLine } from '../../text/safeText.ts';
import type { Log } from './log.ts';

/** Logs one line per call: the method, the result and the duration. */
export function logCall(log: Log, { method, name, milliseconds, error, unparsed }: CallReport): void {
  if (!log.enabled('info')) return;
  const took = Math.round(milliseconds * 1000) / 1000;
  const known = name ?? method.slice(0, 80);
  const outcome = error ? `error ${error.code} ${error.message.slice(0, 200)}` : 'ok';
  log.write(
    unparsed && name !== undefined ? 'error' : 'info',
    'rpc',
    safeLine(
      unparsed && name !== undefined
        ? `failed to deserialize RPC call: invalid params method="${known}" err="${error?.message.slice(0, 200)}"`
        : `received method in on_request ${known}: ${outcome}, ${took} ms`,
    ),
    { method: known, ...(error ? { code: error.code } : {}), milliseconds: took },
  );
}
