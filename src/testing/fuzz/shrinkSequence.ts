import { readHex } from '../../abi/scalars.ts';
import type { Sequence } from './action.ts';
import type { SequenceRun } from './runSequence.ts';
import { writeSequence } from './sequenceJson.ts';
import { type Hints, KnownAddress, type Values } from './values/values.ts';

/** The most runs that are spent on making a sequence smaller. */
const MOST_RUNS = 1000;

/** A sequence that fails. */
export type FailingRun = SequenceRun & { readonly failure: NonNullable<SequenceRun['failure']> };

/**
 * Makes a failing sequence smaller while it goes on failing in the same way: fewer steps, then simpler values and earlier actors, until
 * nothing helps. `run` runs a sequence.
 */
export async function shrinkSequence(
  failing: FailingRun,
  actors: readonly string[],
  hints: Hints,
  run: (sequence: Sequence) => Promise<SequenceRun>,
): Promise<{ readonly smallest: FailingRun; readonly runs: number }> {
  let smallest = failing;
  let runs = 0;
  const tried = new Set<string>();
  const keepIfFails = async (candidate: Sequence): Promise<boolean> => {
    const text = writeSequence(candidate);
    if (runs >= MOST_RUNS || tried.has(text)) return false;
    tried.add(text);
    runs++;
    const found = await run(candidate);
    if (found.failure?.by !== failing.failure.by) return false;
    smallest = found as FailingRun;
    return true;
  };

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
        return smallest.steps.map((step) => ({
          ...step,
          values: step.values.map((each) => (each === from ? to : each)),
        }));
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
    return keepIfFails(
      smallest.steps.map(({ action, actor, values }) => ({
        action,
        actor: renamed.get(actor)!,
        values: values.map(other),
      })),
    );
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
    isSmaller = (await renameActors()) || isSmaller;
    isSmaller = (await simplifyShared()) || isSmaller;
    isSmaller = (await simplifySteps()) || isSmaller;
  }
  return { smallest, runs };
}

/** The size of a number; undefined for other values. */
function sizeOf(value: unknown): bigint | undefined {
  const number = typeof value === 'string' ? readHex(value) : typeof value === 'bigint' ? value : undefined;
  return number === undefined || number >= 0n ? number : -number;
}
