// Plain HTTP routes that earlier releases of starknet-devnet had beside JSON-RPC, for clients that still use them. Each is one
// call of the API: the same checks, restrictions and journal apply.
import { isObject, type Json, JsonError, type JsonObject } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { parseRequest } from '../rpc/parseRequest.ts';
import { RpcError } from '../rpc/rpcError.ts';
import type { RpcMethod } from '../rpc/schema.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { Log } from './log/log.ts';
import type { PendingRequest } from './pendingRequest.ts';

export interface RestRoute {
  readonly verb: 'GET' | 'POST';
  /** The RPC method that it calls. */
  readonly method: RpcMethod;
  /** Where its parameters are. */
  readonly params: 'none' | 'query' | 'body';
}

/** The routes by path. */
export const restRoutes: ReadonlyMap<string, RestRoute> = new Map([
  ['/config', { verb: 'GET', method: 'devnet_getConfig', params: 'none' }],
  ['/predeployed_accounts', { verb: 'GET', method: 'devnet_getPredeployedAccounts', params: 'query' }],
  ['/mint', { verb: 'POST', method: 'devnet_mint', params: 'body' }],
]);

export interface RestAnswer {
  readonly status: number;
  /** JSON: the result itself, or `{"error": message}`. */
  readonly body: string;
}

const FORBIDDEN = new RpcError('methodForbidden').code;
const failure = (status: number, error: Json): RestAnswer => ({ status, body: writeJson({ error }) });

/** The answer to a request for one of the routes; undefined if the request has timed out. */
export async function answerRest(
  { method, params }: RestRoute,
  url: string,
  body: Buffer,
  pending: PendingRequest,
  { hub, log }: { readonly hub: Hub; readonly log: Log },
): Promise<RestAnswer | undefined> {
  let given: Json = {};
  try {
    if (params === 'query') given = readQuery(url);
    if (params === 'body' && body.some((byte) => byte > 0x20)) given = await parseRequest(body);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return failure(400, `The body is not JSON: ${error.message}`);
  }
  if (!isObject(given)) return failure(400, 'The body must be a JSON object.');
  const call = { id: 0, method, params: given };
  log.request(url, writeJson({ jsonrpc: '2.0', ...call }));
  const answer = await hub.dispatcher.answer({ kind: 'call', ...call }, { signal: pending });
  if (pending.aborted) return undefined;
  log.response(writeJson(answer));
  if ('error' in answer) return failure(answer.error.code === FORBIDDEN ? 403 : 400, answer.error.message);
  return { status: 200, body: writeJson(answer.result) };
}

/** The parameters of a query such as `?with_balance=true`. */
function readQuery(url: string): JsonObject {
  const query = url.split('?').slice(1).join('?');
  const values = [...new URLSearchParams(query)].map(([name, value]): [string, Json] => [
    name,
    value === 'true' ? true : value === 'false' ? false : value,
  ]);
  return Object.fromEntries(values);
}
