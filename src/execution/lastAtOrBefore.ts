/** The index of the last of some ascending numbers that is at most the limit; -1 if there is none. `at` gives a number by its index. */
export function lastAtOrBefore(count: number, at: (index: number) => number, limit: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
