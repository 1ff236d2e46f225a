import { type Json, type JsonObject, WrittenNumber } from './json.ts';

/** Writes JSON as Python does: with `, ` and `: `, and non-ASCII escaped. Members keep their order unless `order` is given. */
export function writePythonJson(
  value: Json,
  order: (names: readonly string[]) => readonly string[] = (names) => names,
): string {
  if (typeof value === 'string') return quote(value);
  if (value instanceof WrittenNumber) return value.text;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => writePythonJson(item, order)).join(', ')}]`;
  const object = value as JsonObject;
  const members = order(Object.keys(object)).map((name) => `${quote(name)}: ${writePythonJson(object[name]!, order)}`);
  return `{${members.join(', ')}}`;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
