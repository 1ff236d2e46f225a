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
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      yield i === 0 ? '[' : ',';
      yield* evenPieces(value[i]);
    }
    return yield ']';
  }
  let before = '{';
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* evenPieces(item);
    before = ',';
  }
  yield '}';
}

const isMany = (value: object): boolean => countValues(value, AT_ONCE) >= AT_ONCE;

/**
 * The number of values in a value, itself included. It stops counting at a limit. COST: an object gives all of its keys at once, 300,000 in 80 ms;
 * a list does not, because it is read by its indices.
 */
function countValues(value: unknown, limit: number): number {
  let count = 1;
  if (Array.isArray(value))
    for (let i = 0; i < value.length && count < limit; i++) count += countValues(value[i], limit - count);
  else if (typeof value === 'object' && value !== null)
    for (const key in value) {
      if (count >= limit) break;
      count += countValues((value as Record<string, unknown>)[key], limit - count);
    }
  return count;
}
