import { restIfDue } from '../async/turns.ts';
import type { Json } from '../json/json.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { limits } from '../protocol/limits.ts';

const SHORT = 256;
const WORD = '"[\\w.-]{0,70}"';
const NUMBER = '(?:0|[1-9]\\d{0,14})';
const SCALAR = `(?:${WORD}|${NUMBER}|true|false|null)`;
const PARAM = `(?:${SCALAR}|\\[\\]|\\{"\\w+":${SCALAR}\\})`;
const NAMED = `\\{(?:"(\\w+)":${PARAM}(?:,"(?!\\1")(\\w+)":${PARAM}(?:,"(?!\\1"|\\2")\\w+":${PARAM})?)?)?\\}`;
const LISTED = `\\[(?:${PARAM}(?:,${PARAM}){0,3})?\\]`;
/**
 * Short requests as clients write them: few members, all with different names, of ASCII characters without escapes.
 * They cannot exceed any limit, so they skip the check (fast path).
 */
const PLAIN_REQUEST = new RegExp(
  `^\\{(?:"jsonrpc":"2\\.0","id":${NUMBER},|"id":${NUMBER},"jsonrpc":"2\\.0",)"method":"\\w+"(?:,"params":(?:${NAMED}|${LISTED}))?\\}$`,
);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The JSON of a request, within `limits.json`. Throws a JsonError. */
export function parseRequest(body: string | Uint8Array): Json | Promise<Json> {
  if (body.length <= SHORT) {
    const text = typeof body === 'string' ? body : decoder.decode(body);
    if (PLAIN_REQUEST.test(text)) return JSON.parse(text);
  }
  return parseJsonInSlices(body, limits.json, restIfDue);
}
