import { WrittenNumber } from './json.ts';
import { writeJson } from './writeJson.ts';

/** Lists longer than this are written in parts. */
const MAX_LIST_AT_ONCE = 256;
/** The most numbers and strings that are written at a time. */
const PLAIN_AT_ONCE = 2048;
/** How deep long lists are looked for. The deepest in an answer are the storage entries of a contract in a state diff. */
const DEPTH = 5;

/** Whether a value has a list that is long enough to be written in parts. */
export function isLongJson(value: unknown, depth = DEPTH): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  if (Array.isArray(value)) return value.length > MAX_LIST_AT_ONCE || value.some((item) => isLongJson(item, depth - 1));
  for (const key in value) if (isLongJson((value as Record<string, unknown>)[key], depth - 1)) return true;
  return false;
}

/** Writes a value as `writeJson` does, with pauses inside its long lists. */
export function* writeJsonSteps(value: unknown, depth = DEPTH): Generator<void, string, void> {
  if (value instanceof WrittenNumber || !isLongJson(value, depth)) return writeJson(value);
  const parts: string[] = [];
  if (!Array.isArray(value)) {
    for (const [key, item] of Object.entries(value as object))
      if (item !== undefined) parts.push(`${JSON.stringify(key)}:${yield* writeJsonSteps(item, depth - 1)}`);
    return `{${parts.join(',')}}`;
  }
  if (typeof value[0] === 'object') {
    for (const item of value) {
      parts.push(yield* writeJsonSteps(item, depth - 1));
      yield;
    }
  } else
    for (let i = 0; i < value.length; i += PLAIN_AT_ONCE) {
      parts.push(writeJson(value.slice(i, i + PLAIN_AT_ONCE)).slice(1, -1));
      yield;
    }
  return `[${parts.join(',')}]`;
}
