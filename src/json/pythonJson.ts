import { type Json, JsonError, type JsonObject, WrittenNumber } from './json.ts';

/** How Python's `json.dumps` is called. */
export interface PythonJsonOptions {
  /** The order of an object's members; without it they stay as they are. */
  readonly order?: (names: readonly string[]) => readonly string[];
  /** Whether characters beyond ASCII are escaped, as Python does by default. */
  readonly ascii?: boolean;
  /** How many lists and objects may be inside each other. */
  readonly maxDepth?: number;
}

/** Lists and objects that are written between two pauses. */
const AT_ONCE = 512;

/** Writes JSON as Python does: with `, ` and `: ` between items. */
export function writePythonJson(value: Json, options: PythonJsonOptions = {}): string {
  for (const steps = pythonJsonSteps(value, options); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the same with pauses. */
export function* pythonJsonSteps(value: Json, options: PythonJsonOptions = {}): Generator<void, string, void> {
  const { order = (names) => names, ascii = true, maxDepth = Number.POSITIVE_INFINITY } = options;
  const quote = ascii ? quoteAscii : JSON.stringify;
  let written = 0;
  const isPlain = (part: Json) => typeof part !== 'object' || part === null || part instanceof WrittenNumber;
  const plain = (part: Json): string =>
    typeof part === 'string' ? quote(part) : part instanceof WrittenNumber ? part.text : String(part);
  function* write(part: Json, depth: number): Generator<void, string, void> {
    if (depth >= maxDepth) throw new JsonError(`it nests deeper than ${maxDepth} levels`);
    if (++written % AT_ONCE === 0) yield;
    const parts: string[] = [];
    if (Array.isArray(part)) {
      for (const item of part) {
        parts.push(isPlain(item) ? plain(item) : yield* write(item, depth + 1));
        if (parts.length % AT_ONCE === 0) yield;
      }
      return `[${parts.join(', ')}]`;
    }
    const object = part as JsonObject;
    for (const name of order(Object.keys(object))) {
      const member = object[name]!;
      parts.push(`${quote(name)}: ${isPlain(member) ? plain(member) : yield* write(member, depth + 1)}`);
    }
    return `{${parts.join(', ')}}`;
  }
  return isPlain(value) ? plain(value) : yield* write(value, 0);
}

function quoteAscii(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
