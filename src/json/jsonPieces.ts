import { WrittenNumber } from './json.ts';
import { writeJson } from './writeJson.ts';

/** Lists longer than this are written in parts. */
const MAX_LIST_AT_ONCE = 256;
/** The most numbers and strings that are written at a time. */
const PLAIN_AT_ONCE = 2048;
/** How deep long lists are looked for. The deepest in an answer are the cells of a contract in a state diff that is an entry of a dump. */
const DEPTH = 9;

/** Whether a value has a list that is long enough to be written in parts. */
export function isLongJson(value: unknown, depth = DEPTH): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  if (Array.isArray(value)) return value.length > MAX_LIST_AT_ONCE || value.some((item) => isLongJson(item, depth - 1));
  for (const key in value) if (isLongJson((value as Record<string, unknown>)[key], depth - 1)) return true;
  return false;
}

/** The text that `writeJson` writes, in pieces: one for each item of its long lists, or for some of them. */
export function* jsonPieces(value: unknown, depth = DEPTH): Generator<string, void, void> {
  if (value instanceof WrittenNumber || !isLongJson(value, depth)) yield writeJson(value);
  else if (Array.isArray(value)) {
    yield '[';
    yield* typeof value[0] === 'object' ? objectPieces(value, depth) : plainPieces(value);
    yield ']';
  } else {
    let start = '{';
    for (const [key, item] of Object.entries(value as object)) {
      if (item === undefined) continue;
      yield `${start}${JSON.stringify(key)}:`;
      yield* jsonPieces(item, depth - 1);
      start = ',';
    }
    yield '}';
  }
}

function* objectPieces(list: readonly unknown[], depth: number): Generator<string, void, void> {
  let comma = '';
  for (const item of list) {
    if (isLongJson(item, depth - 1)) {
      yield comma;
      yield* jsonPieces(item, depth - 1);
    } else yield comma + writeJson(item);
    comma = ',';
  }
}

function* plainPieces(list: readonly unknown[]): Generator<string, void, void> {
  for (let i = 0; i < list.length; i += PLAIN_AT_ONCE)
    yield (i === 0 ? '' : ',') + writeJson(list.slice(i, i + PLAIN_AT_ONCE)).slice(1, -1);
}
