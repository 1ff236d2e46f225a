import { WrittenNumber } from '../../../../src/json/json.ts';
import { writeJson } from '../../../../src/json/writeJson.ts';

/** A value as indented JSON, with all digits of its numbers. `suffix` is written behind those that a JavaScript number would round. */
export function jsonText(value: unknown, suffix = ''): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? 'undefined';
  } catch {
    // It contains a bigint, or a number that `parseExact` kept as text, which is rare.
    return exactText(value, '\n', suffix);
  }
}

/** `newLine` is a line feed and the indentation of the value. */
function exactText(value: unknown, newLine: string, suffix: string): string {
  if (typeof value === 'bigint') return `${value}${suffix}`;
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return writeJson(value);
  const inner = `${newLine}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => exactText(item, inner, suffix))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${exactText(item, inner, suffix)}`);
  const text = items.length === 0 ? '' : inner + items.join(`,${inner}`) + newLine;
  return isList ? `[${text}]` : `{${text}}`;
}
