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

/** Writes JSON as Python does: with `, ` and `: ` between items. */
export function writePythonJson(value: Json, options: PythonJsonOptions = {}): string {
  const { order = (names) => names, ascii = true, maxDepth = Number.POSITIVE_INFINITY } = options;
  const quote = ascii ? quoteAscii : JSON.stringify;
  const write = (part: Json, depth: number): string => {
    if (typeof part === 'string') return quote(part);
    if (part instanceof WrittenNumber) return part.text;
    if (typeof part !== 'object' || part === null) return String(part);
    if (depth >= maxDepth) throw new JsonError(`it nests deeper than ${maxDepth} levels`);
    if (Array.isArray(part)) return `[${part.map((item) => write(item, depth + 1)).join(', ')}]`;
    const object = part as JsonObject;
    const members = order(Object.keys(object)).map((name) => `${quote(name)}: ${write(object[name]!, depth + 1)}`);
    return `{${members.join(', ')}}`;
  };
  return write(value, 0);
}

function quoteAscii(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
