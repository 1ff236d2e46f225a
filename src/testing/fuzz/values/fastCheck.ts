// fast-check without importing it: whoever has it passes it, or arbitraries made with it.
import type { Choices } from '../../draws.ts';
import { type Hints, isValues, NO_HINTS, type Values } from './values.ts';

/** An arbitrary of fast-check. */
export interface ArbitraryLike<T> {
  generate(random: never, bias: number | undefined): { readonly value: T };
  canShrinkWithoutContext(value: unknown): value is T;
  shrink(value: T, context: unknown): Iterable<{ readonly value: T }>;
}

// biome-ignore lint/suspicious/noExplicitAny: the types of fast-check change with its major versions.
type OfFastCheck = any;

/** The part of fast-check that `arbitrary` uses. */
export interface FastCheck {
  readonly Arbitrary: abstract new () => OfFastCheck;
  readonly Value: new (value: OfFastCheck, context: unknown) => OfFastCheck;
  stream(items: IterableIterator<OfFastCheck>): OfFastCheck;
}

const isArbitrary = (value: unknown): value is ArbitraryLike<unknown> =>
  typeof value === 'object' && value !== null && 'generate' in value && 'canShrinkWithoutContext' in value;

/** What tests draw from: a set of values, or an arbitrary of fast-check. */
export type ValuesLike<T> = Values<T> | ArbitraryLike<T>;

/** A set of values from what a user gave; `what` is how an error names it. */
export function readValues<T>(given: ValuesLike<T>, what: string): Values<T> {
  if (isArbitrary(given)) return ofArbitrary(given as ArbitraryLike<T>);
  if (isValues(given)) return given as Values<T>;
  throw new TypeError(
    `${what} must be a set of values, such as between(0n, 100n) or oneOf('a', 'b'), or an arbitrary of fast-check.`,
  );
}

/** The values of an arbitrary. */
const ofArbitrary = <T>(arbitrary: ArbitraryLike<T>): Values<T> => ({
  draw: (choices) => arbitrary.generate(randomOf(choices) as never, 4).value,
  *simpler(value) {
    if (!arbitrary.canShrinkWithoutContext(value)) return;
    for (const { value: simpler } of arbitrary.shrink(value, undefined)) yield simpler;
  },
  // One that was mapped cannot tell.
  has: (value) => arbitrary.canShrinkWithoutContext(value) || undefined,
});

/** What fast-check calls a random generator. */
function randomOf(choices: Choices) {
  const bits = (count: number) =>
    (count > 24 ? choices.below(2 ** (count - 24)) * 2 ** 24 : 0) + choices.below(2 ** Math.min(24, count));
  const nextBigInt = (min: bigint, max: bigint) => {
    let value = 0n;
    for (let left = (max - min).toString(2).length + 24; left > 0; left -= 24)
      value = (value << 24n) | BigInt(choices.below(2 ** 24));
    return min + (value % (max - min + 1n));
  };
  const random = {
    clone: () => random,
    next: bits,
    nextBoolean: () => choices.below(2) === 1,
    nextInt: (min = -(2 ** 31), max = 2 ** 31 - 1) => Number(nextBigInt(BigInt(min), BigInt(max))),
    nextBigInt,
    nextDouble: () => (bits(26) * 2 ** 27 + bits(27)) / 2 ** 53,
    getState: () => undefined,
  };
  return random;
}

/**
 * An arbitrary of fast-check for a set of values, such as the arguments of a function of a contract.
 *
 * @example
 * import fc from 'fast-check';
 * const amounts = arbitrary(fc, between(0n, 10n ** 30n));
 * fc.assert(fc.property(amounts, (amount: bigint) => amount >= 0n));
 */
export function arbitrary<T>(fastCheck: FastCheck, values: Values<T>, hints: Partial<Hints> = {}): OfFastCheck {
  const known = { ...NO_HINTS, ...hints };
  class OfValues extends fastCheck.Arbitrary {
    generate(random: { nextInt(min: number, max: number): number }) {
      const choices = { below: (limit: number) => random.nextInt(0, limit - 1) };
      return new fastCheck.Value(values.draw(choices, known), undefined);
    }
    canShrinkWithoutContext(value: unknown) {
      return values.has(value) === true;
    }
    shrink(value: T) {
      const simpler = values.simpler(value, known)[Symbol.iterator]() as IterableIterator<T>;
      return fastCheck.stream(asIterable(simpler)).map((each: T) => new fastCheck.Value(each, undefined));
    }
  }
  return new OfValues();
}

function* asIterable<T>(items: Iterator<T>): IterableIterator<T> {
  for (let next = items.next(); !next.done; next = items.next()) yield next.value;
}
