// Reading JSON of files that anybody may have written: what is not as expected ends the reading.

/** A value that does not fit. */
export class UnfitFile extends Error {}

const unfit = (): never => {
  throw new UnfitFile();
};

/** The most items of a list, and characters of a text. */
const MAX_ITEMS = 1 << 20;
const MAX_CHARS = 1 << 20;

export const listOf = <T>(value: unknown, item: (value: unknown) => T): readonly T[] =>
  Array.isArray(value) && value.length <= MAX_ITEMS ? value.map(item) : unfit();
export const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= MAX_CHARS ? value : unfit();
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : unfit();
export const flagOf = (value: unknown): boolean => (typeof value === 'boolean' ? value : unfit());
export const wordOf = <T extends string>(value: unknown, words: readonly T[]): T =>
  words.find((word) => word === value) ?? unfit();
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
/** A value, or undefined where there is none. */
export const maybe = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value);
/** The id of a mutant. */
export const idOf = (value: unknown): string => {
  const id = textOf(value);
  return /^[0-9a-f]{16}$/.test(id) ? id : unfit();
};

/** Reads a JSON text; undefined if it is not one, or does not fit. */
export function readFields<T>(source: string, read: (json: unknown) => T): T | undefined {
  try {
    return read(JSON.parse(source));
  } catch (error) {
    if (error instanceof UnfitFile || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Ends the reading unless the first member of a file is the expected one. */
export function checkMark(json: unknown, mark: string, version: number): void {
  if (memberOf(json, mark) !== version) unfit();
}
