// The JSON-RPC envelope: reads requests before any method is looked up.
import { isObject, type Json, type JsonObject } from '../json/json.ts';

export type RequestId = string | number | bigint | null;

/** One member of a batch, or a request alone. */
export type Envelope =
  | { readonly kind: 'call'; readonly id: RequestId; readonly method: string; readonly params: Params }
  /** A request without an id. It is not run and, in a batch, not answered. */
  | { readonly kind: 'notification' }
  /** An object that is not a request. The error answer has its id. */
  | { readonly kind: 'invalid'; readonly id: RequestId };

/** Parameters by position, by name, or none. */
export type Params = readonly Json[] | JsonObject | undefined;

const KEYS = new Set(['jsonrpc', 'method', 'params', 'id']);
const I64 = 2n ** 63n;

/** Reads one request; undefined if the value is not an object like one. */
export function readEnvelope(value: Json): Envelope | undefined {
  if (!isObject(value)) return undefined;
  const id = 'id' in value ? readId(value['id']!) : null;
  if (id === undefined) return undefined;
  const { jsonrpc, method, params } = value;
  if (!('id' in value)) return typeof method === 'string' ? { kind: 'notification' } : { kind: 'invalid', id: null };
  if ((jsonrpc !== '2.0' && jsonrpc !== '1.0') || typeof method !== 'string') return { kind: 'invalid', id };
  if (Object.keys(value).some((key) => !KEYS.has(key))) return { kind: 'invalid', id };
  if (params === undefined || params === null) return { kind: 'call', id, method, params: undefined };
  if (Array.isArray(params) || isObject(params)) return { kind: 'call', id, method, params: params as Params };
  return { kind: 'invalid', id };
}

// An id is a text, an integer of 64 bits or null; undefined stands for anything else.
function readId(id: Json): RequestId | undefined {
  if (id === null || typeof id === 'string') return id;
  if (typeof id === 'number') return Number.isInteger(id) ? id : undefined;
  if (typeof id === 'bigint') return id >= -I64 && id < I64 ? id : undefined;
  return undefined;
}
