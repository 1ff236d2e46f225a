import { WrittenNumber } from './json.ts';
import { writeJson } from './writeJson.ts';

/** The values that are written at a time. */
const AT_ONCE = 1000;
/** The characters that are encoded at a time. */
const TEXT_CHARS = 2 ** 16;

/**
 * The text that `writeJson` writes, in pieces of which none has many values, whatever the shape: `jsonPieces` knows only long lists, and
 * debug information has large objects.
 */
export function* evenPieces(value: unknown): Generator<string, void, void> {
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber || !isMany(value))
    return yield writeJson(value);
  const list = Array.isArray(value) ? value : undefined;
  const keys = list ? [] : Object.keys(value);
  let text = list ? '[' : '{';
  let values = 0;
  let separator = '';
  for (let i = 0; i < (list ?? keys).length; i++) {
    const item = list ? list[i] : (value as Record<string, unknown>)[keys[i]!];
    if (item === undefined && !list) continue;
    text += list ? separator : `${separator}${JSON.stringify(keys[i])}:`;
    separator = ',';
    const inside = countValues(item, AT_ONCE);
    if (inside < AT_ONCE) text += writeJson(item);
    if (inside < AT_ONCE && (values += inside) < AT_ONCE && text.length < TEXT_CHARS) continue;
    yield text;
    text = '';
    values = 0;
    if (inside >= AT_ONCE) yield* evenPieces(item);
  }
  yield `${text}${list ? ']' : '}'}`;
}

/** The same as bytes, with rests between the pieces. */
export async function* evenBytes(
  value: unknown,
  rest: () => Promise<void> | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let text = '';
  for (const piece of evenPieces(value)) {
    text += piece;
    if (text.length >= TEXT_CHARS) {
      yield encoder.encode(text);
      text = '';
    }
    const due = rest();
    if (due) await due;
  }
  yield encoder.encode(text);
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
