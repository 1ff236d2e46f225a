// JSON from anybody. Nothing is built of a text before all of it has been checked.
import { buildJson, buildJsonInPieces } from './buildJson.ts';
import { JsonCheck, type JsonLimits } from './checkJson.ts';
import type { Json } from './json.ts';

const encoder = new TextEncoder();

/** Bytes that are checked at a time: a millisecond of work, or twenty when they are the names of one object. */
const SLICE_BYTES = 2 ** 18;
/** Bytes that are built at a time: up to twenty milliseconds of work, when all objects in them have different names. */
const PIECE_BYTES = 2 ** 16;
/** A smaller text is read at once. */
const LARGE = 2 ** 18;

/** Long work calls it between its parts: undefined while it may go on, or a promise of its next turn. */
export type RestIfDue = () => Promise<void> | undefined;

/** Reads a JSON text; integers keep every digit. Throws a JsonError. */
export function parseJson(source: string | Uint8Array, limits: JsonLimits): Json {
  const check = new JsonCheck(typeof source === 'string' ? encoder.encode(source) : source, limits);
  check.run();
  return buildJson(source, check);
}

/** Does the same for a text that may be large: then it rests between two slices of the work when that is due. */
export function parseJsonInSlices(
  source: string | Uint8Array,
  limits: JsonLimits,
  restIfDue: RestIfDue,
): Json | Promise<Json> {
  if (source.length < LARGE) return parseJson(source, limits);
  const bytes = typeof source === 'string' ? encoder.encode(source) : source;
  return oneAtATime(async () => {
    const check = await checkJsonInSlices(bytes, limits, restIfDue);
    return buildJsonInSlices(bytes, check, restIfDue);
  });
}

/** Checks a text that is to be built with `buildJsonInSlices` if it passes. Throws a JsonError. */
export async function checkJsonInSlices(
  source: Uint8Array,
  limits: JsonLimits,
  restIfDue: RestIfDue,
): Promise<JsonCheck> {
  const check = new JsonCheck(source, limits, PIECE_BYTES);
  for (let stop = SLICE_BYTES; !check.run(stop); stop += SLICE_BYTES) {
    const rest = restIfDue();
    if (rest) await rest;
  }
  return check;
}

/** The values of a text that `checkJsonInSlices` has checked. */
export async function buildJsonInSlices(bytes: Uint8Array, check: JsonCheck, restIfDue: RestIfDue): Promise<Json> {
  const building = buildJsonInPieces(bytes, check);
  for (;;) {
    const { done, value } = building.next();
    if (done) return value;
    const rest = restIfDue();
    if (rest) await rest;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Large texts are read one after the other: values that are being built take many times the memory of their text. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}
