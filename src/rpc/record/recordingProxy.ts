import { restIfDue } from '../../async/turns.ts';
import type { OriginAnswer, OriginCall, OriginEndpoint } from '../../fork/originClient.ts';
import { OriginError } from '../../fork/originError.ts';
import { isObject, type Json, JsonError } from '../../json/json.ts';
import { parseJsonInSlices } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { requestJson } from '../../protocol/limits.ts';

/** The most requests of a batch. */
const MAX_BATCH = 1000;

interface ProxyError {
  readonly code: number;
  readonly message: string;
}

/** Answers the text of a JSON-RPC request, or of a batch, with what an endpoint answers. Only methods that read are passed on. */
export async function answerThrough(
  endpoint: OriginEndpoint,
  body: Uint8Array,
  isRead: (method: string) => boolean,
): Promise<string> {
  let parsed: Json;
  try {
    parsed = await parseJsonInSlices(body, requestJson, restIfDue);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return writeJson(answered(null, { error: errors.parseError }));
  }
  if (!Array.isArray(parsed)) return writeJson((await answerAll(endpoint, [parsed], isRead))[0]);
  if (parsed.length === 0 || parsed.length > MAX_BATCH)
    return writeJson(
      answered(null, { error: { ...errors.invalidRequest, message: `A batch has 1 to ${MAX_BATCH} requests.` } }),
    );
  return writeJson(await answerAll(endpoint, parsed, isRead));
}

async function answerAll(
  endpoint: OriginEndpoint,
  requests: readonly Json[],
  isRead: (method: string) => boolean,
): Promise<readonly object[]> {
  const read = requests.map((request) => readCall(request, isRead));
  const calls = read.flatMap((one) => ('call' in one ? [one.call] : []));
  let answers: readonly OriginAnswer[] = [];
  let failure: ProxyError | undefined;
  try {
    answers = calls.length > 0 ? await endpoint.call(calls) : [];
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    failure = { code: errors.internalError.code, message: error.message };
  }
  let next = 0;
  return read.map((one) => {
    if (!('call' in one)) return answered(one.id, { error: one.error });
    return answered(one.id, failure ? { error: failure } : answers[next++]!);
  });
}

type ReadCall = { readonly id: Json } & ({ readonly call: OriginCall } | { readonly error: ProxyError });

function readCall(request: Json, isRead: (method: string) => boolean): ReadCall {
  if (!isObject(request) || typeof request['method'] !== 'string') return { id: null, error: errors.invalidRequest };
  const { method, params = [], id = null } = request as { method: string; params?: Json; id?: Json };
  if (!isRead(method)) {
    const message = `${method.slice(0, 100)} is not recorded: only methods that read the chain are.`;
    return { id, error: { code: errors.methodNotFound.code, message } };
  }
  return { id, call: { method: method.slice(method.indexOf('_') + 1), params } };
}

const answered = (id: Json, answer: OriginAnswer): object => ({ jsonrpc: '2.0', id, ...answer });
