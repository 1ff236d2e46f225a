import { WrittenNumber } from './json.ts';
import { WrittenJson } from './writtenJson.ts';

/** Writes a value as JSON, with all digits of bigints and of the numbers that `WrittenNumber` holds. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    // The value contains a bigint or a WrittenNumber, which is rare.
    if (error instanceof TypeError) return writeExact(value);
    throw error;
  }
}

function writeExact(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof WrittenNumber || value instanceof WrittenJson) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(writeExact).join(',')}]`;
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeExact(item)}`).join(',')}}`;
}

/** An integer for JSON: a number if that is exact, otherwise the bigint itself. */
export function jsonInteger(value: bigint): number | bigint {
  return value <= 9007199254740991n && value >= -9007199254740991n ? Number(value) : value;
}
