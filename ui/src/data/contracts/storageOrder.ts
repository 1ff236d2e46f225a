/** What may be an address in a path. */
const LONG_HEX = /0x[0-9a-f]{16,64}/gi;
const PARTS = /0x[0-9a-f]+|\d+|\[|(?:(?!0x[0-9a-f])[^\d[])+/gi;

type Part = string | bigint;

/** The addresses in paths of storage, such as `balances[0x64b4…]`. */
export const addressesIn = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.flatMap((path) => path.match(LONG_HEX) ?? []).map((address) => address.toLowerCase())),
];

/**
 * Sorts what has a path as people look for it: keys that are addresses by their names, numbers by their values, and what has no name behind
 * what has one.
 */
export function byPath<T extends { readonly path: string }>(
  items: readonly T[],
  nameOf: (address: string) => string | undefined,
): readonly T[] {
  return items
    .map((item) => ({ item, parts: partsOf(item.path, nameOf) }))
    .sort((a, b) => compare(a.parts, b.parts))
    .map(({ item }) => item);
}

const partsOf = (path: string, nameOf: (address: string) => string | undefined): readonly Part[] =>
  (path.replace(LONG_HEX, (address) => nameOf(address.toLowerCase()) ?? address).match(PARTS) ?? []).map((part) =>
    /^\d/.test(part) ? BigInt(part) : part.toLowerCase(),
  );

function compare(a: readonly Part[], b: readonly Part[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [one, other] = [a[i]!, b[i]!];
    if (one === other) continue;
    if (typeof one !== typeof other) return typeof one === 'string' ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}
