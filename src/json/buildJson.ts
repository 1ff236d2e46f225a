import type { JsonCheck, JsonCut } from './checkJson.ts';
import type { Json, JsonObject } from './json.ts';
import { parseExact } from './parseExact.ts';
import { parseWithTextLists } from './textLists.ts';

// A byte order mark is not JSON, so the decoder must not drop it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const parse = (text: string, isExact: boolean): Json => (isExact ? parseExact(text) : parseWithTextLists(text));

/** The values of a text that has been checked. */
export function buildJson(source: string | Uint8Array, check: JsonCheck): Json {
  const text = typeof source === 'string' ? source : decoder.decode(source);
  return parse(text, check.needsExactReader);
}

/**
 * Does the same piece by piece, at the cuts that the check found; the caller may pause after each piece. The lists and objects that
 * are open at a cut are closed at the end of one piece and opened again at the start of the next, and their values are joined.
 */
export function* buildJsonInPieces(bytes: Uint8Array, check: JsonCheck): Generator<void, Json, void> {
  let whole: Json | undefined;
  let before: JsonCut | undefined;
  for (const cut of [...check.cuts, undefined]) {
    const piece = decoder.decode(bytes.subarray(before ? before.at + 1 : 0, cut?.at));
    const text = (before?.open.join('') ?? '') + piece + (cut ? closing(cut) : '');
    const part = parse(text, (cut ?? check).needsExactReader);
    if (before) join(whole!, part, before);
    else whole = part;
    before = cut;
    yield;
  }
  return whole!;
}

const closing = ({ open }: JsonCut): string =>
  open
    .map((opened) => (opened === '[' ? ']' : '}'))
    .reverse()
    .join('');

/** Adds the values after a cut to the values before it. */
function join(whole: Json, part: Json, { open }: JsonCut): void {
  let [before, after] = [whole, part];
  for (const [depth, opened] of open.entries()) {
    const isInnermost = depth === open.length - 1;
    if (opened === '[') {
      const [list, more] = [before as Json[], after as Json[]];
      [before, after] = [list.at(-1)!, more[0]!];
      for (let i = isInnermost ? 0 : 1; i < more.length; i++) list.push(more[i]!);
    } else {
      const [object, more] = [before as JsonObject, after as JsonObject];
      const inner: string | undefined = isInnermost ? undefined : JSON.parse(opened.slice(1, -1));
      for (const name of Object.keys(more)) if (name !== inner) define(object, name, more[name]!);
      if (inner !== undefined) [before, after] = [object[inner]!, more[inner]!];
    }
  }
}

function define(object: JsonObject, name: string, value: Json): void {
  // An assignment to this name would set the prototype.
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, Json>)[name] = value;
}
