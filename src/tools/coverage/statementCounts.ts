import type { ProgramMap } from '../../sierra/programMap.ts';

/** Where the code of a statement ends. */
export const endOf = ({ offsets, codeLength }: ProgramMap, statement: number): number =>
  offsets[statement + 1] ?? codeLength;

const blocks = new WeakMap<object, Uint8Array>();

/** For each statement: 1 if a basic block starts there, so that something else than the statement before leads to it. */
function blockStarts({ branches, functionStarts }: ProgramMap): Uint8Array {
  let starts = blocks.get(branches);
  if (!starts) {
    starts = new Uint8Array(branches.length + 1);
    for (const first of functionStarts) starts[first] = 1;
    for (const [s, own] of branches.entries()) {
      if (own.length === 1 && own[0]!.target === s + 1) continue;
      starts[s + 1] = 1;
      for (const { target } of own) starts[target] = 1;
    }
    blocks.set(branches, starts);
  }
  return starts;
}

/**
 * How often each statement ran, from the counts of instructions. Many statements have no instruction: they ran as often as those
 * beside them in the same basic block.
 */
export function statementCounts(map: ProgramMap, counts: ArrayLike<number>): Float64Array {
  const { offsets } = map;
  const starts = blockStarts(map);
  const result = new Float64Array(offsets.length);
  for (let first = 0; first < offsets.length; ) {
    let end = first + 1;
    while (end < offsets.length && starts[end] === 0) end++;
    let known: number | undefined;
    for (let s = first; s < end; s++) {
      const hasCode = offsets[s]! < endOf(map, s);
      if (hasCode) {
        const count = counts[offsets[s]!] ?? 0;
        // Statements before the first code of the block.
        if (known === undefined) result.fill(count, first, s);
        known = count;
      }
      if (known !== undefined) result[s] = known;
    }
    if (known === undefined) result.fill(counts[offsets[first]!] ?? 0, first, end);
    first = end;
  }
  return result;
}
