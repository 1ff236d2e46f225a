import { WrittenNumber } from './json.ts';
import { writeJson } from './writeJson.ts';

/** The values that are written at a time. */
const AT_ONCE = 1000;

/**
 * The text that `writeJson` writes, in pieces of which none has many values, whatever the shape: `jsonPieces` knows only long lists, and
 * debug information has large objects.
 */
export function* evenPieces(value: unknown): Generator<string, void, void> {
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber || !isMany(value))
    return yield writeJson(value);
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined && !isList) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* evenPieces(item);
    before = ',';
  }
  yield isList ? ']' : '}';
}

const isMany = (value: object): boolean => countValues(value, AT_ONCE) >= AT_ONCE;

/** The number of values in a value, itself included. It stops counting at a limit. */
function countValues(value: unknown, limit: number): number {
  let count = 1;
  if (typeof value === 'object' && value !== null)
    for (const key in value) {
      if (count >= limit) break;
      count += countValues((value as Record<string, unknown>)[key], limit - count);
    }
  return count;
}
