import { WrittenNumber } from '../json/json.ts';

/** A value with the names of its members as requests write them: `l1Data` becomes `l1_data`. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  // A fraction of a file is an object that keeps its digits.
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), snakeCase(member)]),
  );
}
