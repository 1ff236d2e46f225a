import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeJson } from '../json/writeJson.ts';
import { RpcError } from '../protocol/errors.ts';
import { errorAnswer } from '../rpc/dispatch.ts';
import type { Hub } from '../sandbox/hub.ts';
import { type AccessPolicy, corsHeaders, refuse } from './access.ts';
import { answerRpc, isJsonContent } from './answerRpc.ts';
import type { Deadlines } from './deadlines.ts';
import type { Log } from './log.ts';
import { readBody } from './readBody.ts';
import { Waiting } from './waiting.ts';

export interface HttpOptions {
  readonly hub: Hub;
  readonly access: AccessPolicy;
  /** Those who wait for an answer. */
  readonly waiting: Deadlines<Waiting>;
  readonly bodyLimitBytes: number;
  readonly log: Log;
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

type Headers = Record<string, string>;

/** Answers one HTTP request. */
export async function handleHttp(request: IncomingMessage, response: ServerResponse, options: HttpOptions) {
  const { access } = options;
  const origin = request.headers.origin;
  const refused = refuse(request.headers.host, origin, access);
  if (refused) return finish(response, 403, TEXT, refused);
  const cors = corsHeaders(origin, access);
  if (request.method === 'OPTIONS') return finish(response, 200, { ...cors, ...preflightHeaders(request) });

  const path = (request.url ?? '/').split('?', 1)[0]!;
  const reading = request.method === 'GET' || request.method === 'HEAD';
  if (path === '/' || path === '/rpc') {
    if (request.method !== 'POST') return finish(response, 405, { ...cors, allow: 'POST' });
    return handleRpc(request, response, options, cors);
  }
  if (path === '/is_alive' || path === '/config' || path === '/ws') {
    if (!reading) return finish(response, 405, { ...cors, allow: 'GET,HEAD' });
    if (path === '/is_alive') return finish(response, 200, { ...cors, ...TEXT }, 'Alive!!!');
    if (path === '/ws')
      return finish(response, 400, { ...cors, ...TEXT }, "Connection header did not include 'upgrade'");
    return finish(response, 200, { ...cors, ...JSON_TYPE }, await configText(options.hub));
  }
  return finish(response, 404, cors);
}

function preflightHeaders(request: IncomingMessage): Headers {
  const asked = request.headers['access-control-request-headers'];
  return {
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers':
      typeof asked === 'string' && /^[\w\-, ]{1,500}$/.test(asked) ? asked : 'content-type',
    ...(request.headers['access-control-request-private-network']
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
    allow: 'GET,HEAD,POST',
  };
}

async function handleRpc(request: IncomingMessage, response: ServerResponse, options: HttpOptions, cors: Headers) {
  const headers = { ...JSON_TYPE, ...cors };
  if (!isJsonContent(request.headers['content-type'])) {
    request.resume();
    const error = new RpcError('invalidRequest', { data: { reason: 'Missing content type' } });
    return finish(response, 200, headers, writeJson(errorAnswer(null, error)));
  }
  // The connection of a request that took too long is closed, since its body may still be coming.
  const waiting = new Waiting(() => finish(response, 408, { ...cors, connection: 'close' }));
  options.waiting.add(waiting);
  try {
    const body = await readBody(request, options.bodyLimitBytes);
    if (waiting.aborted || body === 'aborted') return;
    if (body === 'tooLarge')
      return finish(
        response,
        413,
        { ...cors, ...TEXT, connection: 'close' },
        `The request is larger than ${options.bodyLimitBytes} bytes. Start with a larger --request-body-size-limit to allow it.\n`,
      );
    const answer = await answerRpc(request.url ?? '/', body, waiting, options);
    if (answer !== undefined) finish(response, 200, headers, answer);
  } finally {
    options.waiting.delete(waiting);
  }
}

async function configText(hub: Hub): Promise<string> {
  const answer = JSON.parse(await hub.answer('{"jsonrpc":"2.0","id":0,"method":"devnet_getConfig"}'));
  return writeJson(answer.result ?? answer.error);
}

function finish(response: ServerResponse, status: number, headers: Headers, body = ''): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
