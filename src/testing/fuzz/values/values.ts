import type { Hex } from '../../../library/index.ts';
import type { Choices } from '../../draws.ts';

/** An address with a name: that of an actor or of a contract. It can be an argument wherever an address can. */
export class KnownAddress {
  readonly name: string;
  readonly address: Hex;

  constructor(name: string, address: Hex) {
    this.name = name;
    this.address = address;
  }
}

const names = new WeakMap<object, string>();

/** Gives an account or a contract of the user its name in texts. */
export const nameObject = (value: object, name: string): void => void names.set(value, name);

/** The name of an actor or a contract; undefined for anything else. */
export function nameOfObject(value: unknown): string | undefined {
  if (value instanceof KnownAddress) return value.name;
  return typeof value === 'object' && value !== null ? names.get(value) : undefined;
}

/** What is worth trying in this test. */
export interface Hints {
  /** The actors, and then the contracts. */
  readonly addresses: readonly KnownAddress[];
  readonly classHashes: readonly Hex[];
  /** The constants in the code of the contracts. */
  readonly constants: readonly bigint[];
  /** Numbers that the last calls and their events had, the newest last. */
  readonly recent: readonly bigint[];
}

export const NO_HINTS: Hints = { addresses: [], classHashes: [], constants: [], recent: [] };

/** A set of values that tests draw from: `between(0n, 100n)`, `oneOf('a', 'b')`, `argumentsOf(token, 'transfer')`. */
export interface Values<T> {
  draw(choices: Choices, hints: Hints): T;
  /** Values that are simpler than one of them, the simplest first. */
  simpler(value: T, hints: Hints): Iterable<T>;
}

/** One of some items. There must be one. */
export const pick = <T>(choices: Choices, items: readonly T[]): T => items[choices.below(items.length)]!;

/**
 * One of these values. The first is the simplest.
 *
 * @example
 * const currency = oneOf('STRK', 'ETH');
 */
export function oneOf<const T>(...items: readonly T[]): Values<T> {
  if (items.length === 0) throw new TypeError('oneOf needs at least one value.');
  return {
    draw: (choices) => pick(choices, items),
    simpler: (value) => items.slice(0, Math.max(0, items.indexOf(value))),
  };
}

/** Whether something is a set of values. */
export const isValues = (value: unknown): value is Values<unknown> =>
  typeof value === 'object' && value !== null && 'draw' in value && 'simpler' in value;
