import { readHex } from '../../abi/scalars.ts';
import type { Sequence } from './action.ts';
import type { SequenceRun } from './runSequence.ts';
import { writeSequence } from './sequenceJson.ts';
import { type Hints, KnownAddress, type Values } from './values/values.ts';

/** The most runs that are spent on making a sequence smaller. */
const MOST_RUNS = 600;

/** A sequence that fails. */
export type FailingRun = SequenceRun & { readonly failure: NonNullable<SequenceRun['failure']> };

/**
 * Makes a failing sequence smaller while it goes on failing in the same way: fewer steps, then simpler values and earlier actors, until
 * nothing helps. Each value stays in the set that it was drawn from. `run` runs a sequence.
 */
export async function shrinkSequence(
  failing: FailingRun,
  actors: readonly string[],
  hints: Hints,
  run: (sequence: Sequence) => Promise<SequenceRun>,
): Promise<{ readonly smallest: FailingRun; readonly runs: number }> {
  let smallest = failing;
  let runs = 0;
  const tried = new Set([writeSequence(failing.steps)]);
  const keepIfFails = async (candidate: Sequence): Promise<boolean> => {
    const text = writeSequence(candidate);
    if (runs >= MOST_RUNS || tried.has(text)) return false;
    tried.add(text);
    runs++;
    const found = await run(candidate);
    const { by, isRevert } = failing.failure;
    if (found.failure?.by !== by || found.failure.isRevert !== isRevert) return false;
    smallest = found as FailingRun;
    return true;
  };

  /** Steps with other values, as far as those are in the sets of their places. `from`: the first step that is changed. */
  const withValues = (from: number, change: (value: unknown) => unknown): Sequence =>
    smallest.steps.map((step, at) => {
      if (at < from) return step;
      const values = step.values.map((value, i) => {
        const changed = change(value);
        return smallest.sets[at]![i]!.has(changed) ? changed : value;
      });
      return { ...step, values };
    });

  /** Leaves out steps, first many at once. */
  const removeSteps = async (): Promise<boolean> => {
    let isSmaller = false;
    for (let size = Math.ceil(smallest.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let at = smallest.steps.length - size; at >= 0; at -= size)
        if (smallest.steps.length > size && (await keepIfFails(smallest.steps.toSpliced(at, size)))) {
          isSmaller = true;
          at = Math.min(at, smallest.steps.length);
        }
    return isSmaller;
  };

  /**
   * Leaves out a step that counts something up, and makes the numbers one smaller that later steps share: without the first of three things,
   * the id of the third is that of the second.
   */
  const removeCountedSteps = async (): Promise<boolean> => {
    let isSmaller = false;
    for (let at = smallest.steps.length - 2; at >= 0; at--) {
      const later = smallest.steps.slice(at + 1);
      const numbers = later.flatMap(({ values }) => values.filter((value) => typeof value === 'bigint' && value > 1n));
      const shared = new Set(numbers.filter((value, i) => numbers.indexOf(value) < i));
      if (shared.size === 0) continue;
      const lower = (value: unknown) => (shared.has(value) ? (value as bigint) - 1n : value);
      if (await keepIfFails(withValues(at + 1, lower).toSpliced(at, 1))) isSmaller = true;
    }
    return isSmaller;
  };

  /** Makes one step of two equal ones of an actor, with the sums of their numbers: two deposits are one of both amounts. */
  const joinSteps = async (): Promise<boolean> => {
    let isSmaller = false;
    for (let at = smallest.steps.length - 2; at >= 0; at--) {
      const { action, actor, values } = smallest.steps[at]!;
      const sumsAt = (later: number): readonly unknown[] | undefined => {
        const step = smallest.steps[later]!;
        if (later <= at || step.action !== action || step.actor !== actor) return undefined;
        const sums = step.values.map((value, i) => sumOf(values[i], value));
        return sums.every((sum, i) => sum !== undefined && smallest.sets[later]![i]!.has(sum)) ? sums : undefined;
      };
      const next = smallest.steps.findIndex((_, later) => sumsAt(later));
      if (next < 0) continue;
      const sums = sumsAt(next)!;
      // At the place of the later one, or of the earlier one.
      for (const [kept, dropped] of [[next, at] as const, [at, next] as const]) {
        const joined = smallest.steps.with(kept, { action, actor, values: sums }).toSpliced(dropped, 1);
        if (!(await keepIfFails(joined))) continue;
        isSmaller = true;
        break;
      }
    }
    return isSmaller;
  };

  /** Takes the first simpler value with which the sequence still fails, again and again. `put` puts it where it was. */
  const simplify = async (
    found: () => { readonly set: Values<unknown>; readonly value: unknown } | undefined,
    put: (value: unknown, simpler: unknown) => Sequence,
  ): Promise<boolean> => {
    let isSmaller = false;
    let largestRefused = -1n;
    for (let goesOn = true; goesOn; ) {
      goesOn = false;
      const now = found();
      if (!now) break;
      for (const simpler of now.set.simpler(now.value, hints)) {
        const size = sizeOf(simpler);
        // What was too small before is too small again: so this is a binary search.
        if (size !== undefined && size <= largestRefused) continue;
        if (runs >= MOST_RUNS) return isSmaller;
        goesOn = await keepIfFails(put(now.value, simpler));
        if (goesOn) break;
        if (size !== undefined) largestRefused = size;
      }
      isSmaller ||= goesOn;
    }
    return isSmaller;
  };

  const simplifyValue = (step: number, index: number): Promise<boolean> =>
    simplify(
      () => {
        const set = smallest.sets[step]?.[index];
        return set && { set, value: smallest.steps[step]!.values[index] };
      },
      (_, simpler) => {
        const { steps } = smallest;
        return steps.with(step, { ...steps[step]!, values: steps[step]!.values.with(index, simpler) });
      },
    );

  /** Numbers that several steps have, such as an id, are made simpler in all of them at once. */
  const simplifyShared = async (): Promise<boolean> => {
    let isSmaller = false;
    const all = smallest.steps.flatMap(({ values }, step) =>
      values.map((value, i) => ({ value, set: smallest.sets[step]![i]! })),
    );
    for (const [at, { value, set }] of all.entries()) {
      const isShared = typeof value === 'bigint' && all.findIndex((other) => other.value === value) < at;
      if (!isShared) continue;
      let current: unknown = value;
      const has = () => smallest.steps.some(({ values }) => values.includes(current));
      const put = (from: unknown, to: unknown) => {
        current = to;
        return withValues(0, (each) => (each === from ? to : each));
      };
      const simpler = await simplify(() => (has() ? { set, value: current } : undefined), put);
      isSmaller ||= simpler;
    }
    return isSmaller;
  };

  /** Gives the actors the names in the order in which they act. */
  const renameActors = async (): Promise<boolean> => {
    const order = [...new Set([...smallest.steps.map(({ actor }) => actor), ...actors])];
    const renamed = new Map(order.map((actor, i) => [actor, actors[i]!]));
    if (order.every((actor) => renamed.get(actor) === actor)) return false;
    const known = new Map(hints.addresses.map((address) => [address.name, address]));
    const other = (value: unknown): unknown =>
      value instanceof KnownAddress ? (known.get(renamed.get(value.name) ?? value.name) ?? value) : value;
    return keepIfFails(withValues(0, other).map((step) => ({ ...step, actor: renamed.get(step.actor)! })));
  };

  const simplifySteps = async (): Promise<boolean> => {
    let isSmaller = false;
    for (let step = 0; step < smallest.steps.length; step++) {
      const { steps } = smallest;
      for (const actor of actors.slice(0, actors.indexOf(steps[step]!.actor)))
        if (await keepIfFails(steps.with(step, { ...steps[step]!, actor }))) {
          isSmaller = true;
          break;
        }
      for (let value = 0; value < (smallest.sets[step]?.length ?? 0); value++)
        if (await simplifyValue(step, value)) isSmaller = true;
    }
    return isSmaller;
  };

  for (let isSmaller = true; isSmaller && runs < MOST_RUNS; ) {
    isSmaller = await removeSteps();
    isSmaller = (await removeCountedSteps()) || isSmaller;
    isSmaller = (await joinSteps()) || isSmaller;
    isSmaller = (await renameActors()) || isSmaller;
    isSmaller = (await simplifyShared()) || isSmaller;
    isSmaller = (await simplifySteps()) || isSmaller;
  }
  return { smallest, runs };
}

/** The sum of two numbers, or of those in two lists; other values must be the same. Undefined if there is none. */
function sumOf(a: unknown, b: unknown): unknown {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a + b;
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b ? a : undefined;
  const sums = a.length === b.length ? a.map((each, i) => sumOf(each, b[i])) : [undefined];
  return sums.includes(undefined) ? undefined : sums;
}

/** The size of a number; undefined for other values. */
function sizeOf(value: unknown): bigint | undefined {
  const number = typeof value === 'string' ? readHex(value) : typeof value === 'bigint' ? value : undefined;
  return number === undefined || number >= 0n ? number : -number;
}
