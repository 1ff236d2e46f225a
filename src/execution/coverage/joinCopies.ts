/** A way out of a decision in one copy of its code. */
export interface Arm {
  /** The statement of the copy that branches, and which of its branches this is. */
  readonly check: string;
  readonly index: number;
  /** Where it leads in the source, as far as that is the same in all copies. */
  readonly key: string | undefined;
  readonly count: number;
}

/** Sets of names that are joined. */
class Joined {
  readonly #parents = new Map<string, string>();

  find(name: string): string {
    let at = name;
    for (let parent = this.#parents.get(at); parent !== undefined; parent = this.#parents.get(at)) at = parent;
    return at;
  }

  join(a: string, b: string): void {
    const [first, second] = [this.find(a), this.find(b)];
    // The places in the source come first, since they are the same in every build.
    if (first !== second)
      this.#parents.set(...(second < first ? ([first, second] as const) : ([second, first] as const)));
  }
}

const nameOf = ({ check, index }: Arm): string => `~${check} ${index}`;

/**
 * How often each way of a decision was taken, over all copies of its code. Copies may branch by different libfuncs: two ways are the same
 * if they lead to the same place, or if they are the only other ones beside such a pair.
 */
export function joinCopies(copies: readonly (readonly Arm[])[]): Map<string, number> {
  const joined = new Joined();
  for (const arm of copies.flat()) if (arm.key !== undefined) joined.join(nameOf(arm), arm.key);
  // Twice, since a pair may be found by another one.
  for (let round = 0; round < 2; round++) {
    const opposites = new Map<string, string>();
    for (const arms of copies) {
      const ways = [...new Set(arms.map((arm) => joined.find(nameOf(arm))))];
      if (ways.length !== 2) continue;
      for (const [one, other] of [ways, ways.toReversed()] as [string, string][]) {
        const known = opposites.get(one);
        if (known === undefined) opposites.set(one, other);
        else joined.join(known, other);
      }
    }
  }
  const counted = copies.map((arms) => {
    const ways = new Map<string, number>();
    for (const arm of arms) ways.set(joined.find(nameOf(arm)), (ways.get(joined.find(nameOf(arm))) ?? 0) + arm.count);
    return ways;
  });
  return sumOf(counted);
}

const isPlace = (way: string): boolean => !way.startsWith('~');
const placesIn = (ways: ReadonlyMap<string, number>): number => [...ways.keys()].filter(isPlace).length;

/** Adds the ways of copies. Those of a copy that has none in common with the others are taken for the same in the order of their counts. */
function sumOf(copies: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  const byCount = (ways: ReadonlyMap<string, number>) => [...ways].sort((a, b) => b[1] - a[1]);
  for (const ways of copies.toSorted((a, b) => placesIn(b) - placesIn(a))) {
    const isStrange = sums.size === ways.size && ![...ways.keys()].some((way) => sums.has(way));
    const names = isStrange ? byCount(sums).map(([name]) => name) : undefined;
    for (const [i, [way, count]] of byCount(ways).entries()) {
      const name = names?.[i] ?? way;
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
  }
  return sums;
}
