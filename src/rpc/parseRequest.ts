import { restIfDue } from '../async/turns.ts';
import type { Json } from '../json/json.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { parsePlain } from '../json/parsePlain.ts';
import { requestJson } from '../protocol/limits.ts';

/** The JSON of a request, within `requestJson`. Throws a JsonError. */
export function parseRequest(body: string | Uint8Array): Json | Promise<Json> {
  // A plain text is too short to exceed the limits.
  return parsePlain(body) ?? parseJsonInSlices(body, requestJson, restIfDue);
}
