/** A branch of a decision in one copy of its code. */
export interface Arm {
  /** The statement of the copy that branches, and which of its branches this is. */
  readonly check: string;
  readonly index: number;
  /** Where it leads in the source; undefined unless that is the same in all copies. */
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
 * How often each arm of a decision was taken, over all copies of its code. Copies may branch by different libfuncs: two arms are the same
 * if they lead to the same place, or if each is the only other arm beside one of such a pair.
 */
export function joinCopies(copies: readonly (readonly Arm[])[]): Map<string, number> {
  const joined = new Joined();
  for (const arm of copies.flat()) if (arm.key !== undefined) joined.join(nameOf(arm), arm.key);
  // Twice, since a pair of the first round may make another one known.
  for (let round = 0; round < 2; round++) {
    const opposites = new Map<string, string>();
    for (const arms of copies) {
      const names = [...new Set(arms.map((arm) => joined.find(nameOf(arm))))];
      if (names.length !== 2) continue;
      for (const [one, other] of [names, names.toReversed()] as [string, string][]) {
        const known = opposites.get(one);
        if (known === undefined) opposites.set(one, other);
        else joined.join(known, other);
      }
    }
  }
  const counted = copies.map((arms) => {
    const counts = new Map<string, number>();
    for (const arm of arms) {
      const name = joined.find(nameOf(arm));
      counts.set(name, (counts.get(name) ?? 0) + arm.count);
    }
    return counts;
  });
  return sumOf(counted);
}

const isPlace = (name: string): boolean => !name.startsWith('~');
const placesIn = (counts: ReadonlyMap<string, number>): number => [...counts.keys()].filter(isPlace).length;

/** Adds the counts of copies. The arms of a copy that has none in common with the others are paired with theirs in the order of the counts. */
function sumOf(copies: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort((a, b) => b[1] - a[1]);
  for (const counts of copies.toSorted((a, b) => placesIn(b) - placesIn(a))) {
    const isUnrelated = sums.size === counts.size && ![...counts.keys()].some((name) => sums.has(name));
    const pairs = isUnrelated ? byCount(sums).map(([name]) => name) : undefined;
    for (const [i, [own, count]] of byCount(counts).entries()) {
      const name = pairs?.[i] ?? own;
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
  }
  return sums;
}
