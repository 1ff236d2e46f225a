/** Longer names get no suggestion, because the time of a comparison grows with their length. */
const MAX_LENGTH = 64;

/** The name that is closest to a misspelt one, if one is close. */
export function nearest<N extends string>(name: string, names: Iterable<N>): N | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const lower = name.toLowerCase();
  let best: N | undefined;
  let least = allowedEdits(name.length) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** With two edits of four letters, `init` would become `mint`. */
const allowedEdits = (length: number): number => (length <= 4 ? 1 : Math.max(2, Math.floor(length / 3)));

/** The letters to add, remove, replace, or swap with their neighbour. */
function editDistance(left: string, right: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let k = 1; k <= right.length; k++) {
      const isSwapped = i > 1 && k > 1 && left[i - 1] === right[k - 2] && left[i - 2] === right[k - 1];
      next.push(
        Math.min(
          row[k]! + 1,
          next[k - 1]! + 1,
          row[k - 1]! + (left[i - 1] === right[k - 1] ? 0 : 1),
          isSwapped ? before[k - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[right.length]!;
}
