// Reads untrusted JSON. No value is built before the whole text has been checked.
import { buildJson, buildJsonInPieces } from './buildJson.ts';
import { JsonCheck, type JsonLimits } from './checkJson.ts';
import type { Json } from './json.ts';

const encoder = new TextEncoder();

/** Bytes that are checked at a time: 1 ms of work, or 20 ms when they are all member names of one object. */
const SLICE_BYTES = 2 ** 18;
/** Bytes whose values are built at a time: up to 20 ms of work, when all their objects have different member names. */
const PIECE_BYTES = 2 ** 16;
/** Smaller texts are read without pauses. */
const LARGE = 2 ** 18;

/** Long work calls it between its parts. It returns undefined while the work may continue, or a promise of its next turn. */
type RestIfDue = () => Promise<void> | undefined;

/** Reads a JSON text; integers keep every digit. Throws a JsonError. */
export function parseJson(source: string | Uint8Array, limits: JsonLimits): Json {
  const check = new JsonCheck(typeof source === 'string' ? encoder.encode(source) : source, limits);
  check.run();
  return buildJson(source, check);
}

/** Does the same with pauses. */
export function* parseJsonSteps(source: string | Uint8Array, limits: JsonLimits): Generator<void, Json, void> {
  if (source.length < LARGE) return parseJson(source, limits);
  const bytes = typeof source === 'string' ? encoder.encode(source) : source;
  const check = new JsonCheck(bytes, limits, PIECE_BYTES);
  for (let stop = SLICE_BYTES; !check.run(stop); stop += SLICE_BYTES) yield;
  return yield* buildJsonInPieces(bytes, check);
}

/** Does the same for a text that may be large, with pauses between slices of the work. */
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

/** Checks a text whose values `buildJsonInSlices` builds afterwards. Throws a JsonError. */
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

/** Large texts are read one after the other, since their values take many times the memory of the text. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}
