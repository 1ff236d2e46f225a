// JSON-RPC texts: requests are written, answers and notifications are read.
import { parseExact } from '../../../src/json/parseExact.ts';
import { writeJson } from '../../../src/json/writeJson.ts';
import { RpcFailure } from './connection.ts';

/** A request as text, with all digits of its numbers. Without parameters it has no `params`. */
export const requestText = (id: number, method: string, params?: unknown): string =>
  textOfJson({ jsonrpc: '2.0', id, method, params });

/** A value as JSON, with all digits of its numbers. */
export const textOfJson = (value: unknown): string => writeJson(value);

/** What a node sends over a WebSocket: an answer, which has the id of its request, or a notification. */
export interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly method?: string;
  readonly params?: { readonly subscription_id: string; readonly result: unknown };
}

/** A number that `JSON.parse` would round. It may also find digits in a text; then the exact parser only takes longer. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16}/;

/** Reads JSON with all digits of its numbers: those above 2^53 - 1 are bigints. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return LONG_NUMBER.test(text) ? parseExact(text) : value;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The result of an answer; throws the error that it has instead. */
export function resultOf(method: string, answer: unknown): unknown {
  const { result, error } = answer as Answer;
  if (error) throw new RpcFailure(method, error);
  return result;
}
