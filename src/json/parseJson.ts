// JSON from anybody. Nothing is built of a text before all of it has been checked.
import { JsonCheck, type JsonLimits } from './checkJson.ts';
import type { Json } from './json.ts';
import { parseExact } from './parseExact.ts';

const encoder = new TextEncoder();
// A byte order mark is no JSON.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are checked at a time: a millisecond of work, or twenty when they are the names of one object. */
const SLICE_BYTES = 2 ** 18;

/** Long work calls it between its parts: undefined while it may go on, or a promise of its next turn. */
export type RestIfDue = () => Promise<void> | undefined;

/** Reads a JSON text; integers keep every digit. Throws a JsonError. */
export function parseJson(source: string | Uint8Array, limits: JsonLimits): Json {
  const check = new JsonCheck(typeof source === 'string' ? encoder.encode(source) : source, limits);
  check.run();
  return buildJson(source, check);
}

/** Does the same, and rests between two slices of the check when that is due. */
export async function parseJsonInSlices(
  source: string | Uint8Array,
  limits: JsonLimits,
  restIfDue: RestIfDue,
): Promise<Json> {
  const bytes = typeof source === 'string' ? encoder.encode(source) : source;
  return buildJson(source, await checkJsonInSlices(bytes, limits, restIfDue));
}

/** Checks a text that is to be built with `buildJson` if it passes. Throws a JsonError. */
export async function checkJsonInSlices(
  source: Uint8Array,
  limits: JsonLimits,
  restIfDue: RestIfDue,
): Promise<JsonCheck> {
  const check = new JsonCheck(source, limits);
  for (let stop = SLICE_BYTES; !check.run(stop); stop += SLICE_BYTES) {
    const rest = restIfDue();
    if (rest) await rest;
  }
  return check;
}

/** The values of a text that has been checked. */
export function buildJson(source: string | Uint8Array, check: JsonCheck): Json {
  const text = typeof source === 'string' ? source : decoder.decode(source);
  return check.needsExactReader ? parseExact(text) : JSON.parse(text);
}
