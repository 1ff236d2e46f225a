import type { Sequence } from './block.ts';
import { type HashedFilter, PARTS, RunBloom, type RunValues } from './eventBloom.ts';

/**
 * The lengths of runs of blocks, and of transactions in a long block, for which a Bloom filter is kept. A filter is made when a search
 * finds little in a run, so nothing is paid by chains that nobody searches, and nothing for what is found everywhere.
 */
const RUNS = [PARTS ** 3, PARTS ** 2, PARTS] as const;
/** Values that are read for a filter before other work may run: about 2 ms. */
const VALUES_AT_ONCE = 4096;
/** Runs that are skipped before other work may run. */
const SKIPPED_AT_ONCE = 256;

/** The filters of one kind of search. COST: about 25 bytes for each block. A run is found again by its last item, because whatever comes before an item of a chain stays the same. */
export type RunBlooms = readonly WeakMap<object, RunBloom>[];
export const newRunBlooms = (): RunBlooms => RUNS.map(() => new WeakMap());

/** Finds things, and returns their number. Yields undefined where other work may run. */
export type Finder<F> = Generator<F | undefined, number>;
/** What a search does with an item that no filter excludes: it finds things at once, or step by step in a long block. */
export type Visit<T, F> = (item: T, index: number) => readonly F[] | Finder<F>;
/** Adds the values of an item that searches are for, at once or step by step. */
export type Collect<T, V extends RunValues> = (item: T, values: V) => Generator<undefined> | undefined;

interface RunSearchParts<V extends RunValues> {
  readonly filter: HashedFilter;
  readonly blooms: RunBlooms;
  readonly newValues: () => V;
  readonly isNewestFirst?: boolean;
  /** The most things that are read for one filter. A run with more has none: the runs in it do. */
  readonly most?: number;
}

/** A search through a chain, or a long block, that leaves out runs of items that cannot match. */
export class RunSearch<V extends RunValues> {
  readonly #parts: RunSearchParts<V>;
  #skipped = 0;

  constructor(parts: RunSearchParts<V>) {
    this.#parts = parts;
  }

  /**
   * Visits the items from `start` to `end`, or from `end` to `start`, except those in runs that cannot match. `made` hears of each new
   * filter: where its run starts, and how much was read for it.
   */
  *visit<T extends object, F>(
    list: Sequence<T>,
    [start, end]: readonly [number, number],
    visit: Visit<T, F>,
    collect: Collect<T, V>,
    level = 0,
    made?: (start: number, read: number) => void,
  ): Finder<F> {
    const { filter, blooms, isNewestFirst = false } = this.#parts;
    const size = RUNS[level];
    let found = 0;
    if (size === undefined) {
      for (let i = 0; i < end - start; i++) {
        const at = isNewestFirst ? end - 1 - i : start + i;
        const things = visit(list.at(at)!, at);
        if (!('length' in things)) found += yield* things;
        else if (things.length > 0) {
          found += things.length;
          yield* things;
        }
      }
      return found;
    }
    for (const [at, next] of runsOf(start, end, size, isNewestFirst)) {
      const isWhole = next - at === size;
      const bloom = isWhole ? blooms[level]!.get(list.at(next - 1)!) : undefined;
      if (bloom === undefined) {
        const inside = yield* this.visit(list, [at, next], visit, collect, level + 1, made);
        if (isWhole && inside <= size / PARTS) {
          const [filterOfRun, read] = yield* this.#bloomOf(list, at, size / PARTS, collect);
          blooms[level]!.set(list.at(next - 1)!, filterOfRun);
          made?.(at, read);
        }
        found += inside;
        yield undefined;
        continue;
      }
      let parts = bloom.partsFor(filter);
      if (parts === 0) {
        if (++this.#skipped % SKIPPED_AT_ONCE === 0) yield undefined;
        continue;
      }
      for (; parts !== 0; ) {
        const part = 31 - Math.clz32(isNewestFirst ? parts : parts & -parts);
        parts &= ~(1 << part);
        const first = at + (size / PARTS) * part;
        found += yield* this.visit(list, [first, first + size / PARTS], visit, collect, level + 1, made);
      }
      yield undefined;
    }
    return found;
  }

  /** The filter of a run whose parts have `size` items each, and the number of things that were read for it. */
  *#bloomOf<T>(
    list: Sequence<T>,
    start: number,
    size: number,
    collect: Collect<T, V>,
  ): Generator<undefined, readonly [RunBloom, number]> {
    const { newValues, most = Number.POSITIVE_INFINITY } = this.#parts;
    const parts: V[] = [];
    let read = 0;
    let rested = 0;
    for (let part = 0; part < PARTS; part++) {
      const values = newValues();
      for (let i = 0; i < size && !values.areTooMany; i++) {
        const steps = collect(list.at(start + part * size + i)!, values);
        if (steps) yield* steps;
        if (read + values.read > most) return [new RunBloom(undefined), read + values.read];
        if (read + values.read - rested < VALUES_AT_ONCE) continue;
        rested = read + values.read;
        yield undefined;
      }
      read += values.read;
      parts.push(values);
      if (values.areTooMany) break;
    }
    return [new RunBloom(parts), read];
  }
}

/** The runs of a length in a range, of which the first and the last may be incomplete. */
function* runsOf(
  start: number,
  end: number,
  size: number,
  isNewestFirst: boolean,
): Generator<readonly [number, number]> {
  if (isNewestFirst)
    for (let next = end; next > start; ) {
      const at = Math.max(start, (Math.ceil(next / size) - 1) * size);
      yield [at, next];
      next = at;
    }
  else
    for (let at = start; at < end; ) {
      const next = Math.min(end, (Math.floor(at / size) + 1) * size);
      yield [at, next];
      at = next;
    }
}
