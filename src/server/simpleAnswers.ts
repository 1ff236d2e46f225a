// Answers that need no work: refusals, and complete texts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeJson } from '../json/writeJson.ts';
import { errorAnswer } from '../rpc/answer.ts';
import { RpcError } from '../rpc/rpcError.ts';
import { type Refusal, refusalHeaders } from './access.ts';
import type { Log } from './log/log.ts';

export type Headers = Record<string, string>;

export const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
export const JSON_TYPE = { 'content-type': 'application/json' };
/** The most characters of a path in the log. */
const MAX_URL = 100;

/** Refuses a request by its Host or Origin. A page of another origin may read why. */
export function refuseAccess(
  request: IncomingMessage,
  response: ServerResponse,
  { status, isOrigin, text }: Refusal,
  log: Log,
) {
  logRefusal(log, request, Number.parseInt(status, 10), text.trimEnd());
  const { origin } = request.headers;
  const cors = isOrigin && origin !== undefined ? refusalHeaders(origin) : {};
  if (isOrigin && request.method === 'OPTIONS') return finish(response, 200, cors);
  return finish(response, Number.parseInt(status, 10), { ...TEXT, ...cors }, text);
}

/** Refuses a path with an error that clients of JSON-RPC show. */
export function refuseJson(request: IncomingMessage, response: ServerResponse, text: string, cors: Headers, log: Log) {
  request.resume();
  logRefusal(log, request, 404, text);
  const error = new RpcError('invalidRequest', { message: text });
  finish(response, 404, { ...JSON_TYPE, ...cors }, writeJson(errorAnswer(null, error)));
}

/** Refuses a verb, and names those that are allowed. */
export function refuseVerb(
  request: IncomingMessage,
  response: ServerResponse,
  allow: string,
  cors: Headers,
  log: Log,
): void {
  logRefusal(log, request, 405, `Send ${allow.replace(',', ' or ')} instead.`);
  finish(response, 405, { ...cors, allow });
}

/** Logs a refusal. */
export function logRefusal(log: Log, { method, url }: IncomingMessage, status: number, reason: string): void {
  log.refused(String(status), `Refused ${method} ${(url ?? '/').slice(0, MAX_URL)} with ${status}: ${reason}`);
}

/** Sends a complete answer. */
export function finish(response: ServerResponse, status: number, headers: Headers, body = ''): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
