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
  /** Larger numbers of those events, such as hashes and addresses, which mean something only as they are. */
  readonly recentIds: readonly bigint[];
}

export const NO_HINTS: Hints = { addresses: [], classHashes: [], constants: [], recent: [], recentIds: [] };

/** A set of values that tests draw from: `between(0n, 100n)`, `oneOf('a', 'b')`, `argumentsOf(token, 'transfer')`. */
export interface Values<T> {
  draw(choices: Choices, hints: Hints): T;
  /** Values that are simpler than one of them, the simplest first. */
  simpler(value: T, hints: Hints): Iterable<T>;
  /** Whether a value is one of them; undefined if that cannot be told. */
  has(value: unknown): boolean | undefined;
}

/** One of some items. There must be one. */
export const pick = <T>(choices: Choices, items: readonly T[]): T => items[choices.below(items.length)]!;

/** One of some recent items, mostly the latest. There must be one. */
export const pickRecent = <T>(choices: Choices, items: readonly T[]): T =>
  choices.below(2) === 0 ? items.at(-1)! : pick(choices, items);

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
    has: (value) => items.some((item) => item === value || sameText(item, value)),
  };
}

/** Whether two values are the same in a file. Actors and contracts are known by their names there. */
const sameText = (a: unknown, b: unknown): boolean =>
  JSON.stringify([writtenValue(a)]) === JSON.stringify([writtenValue(b)]);

/** A value as JSON can have it. Actors and contracts are written by name: other runs have other addresses. */
export function writtenValue(value: unknown): unknown {
  const known = nameOfObject(value);
  if (known !== undefined) return { $address: known };
  if (typeof value === 'bigint') return { $integer: String(value) };
  if (value instanceof Uint8Array) return { $bytes: [...value] };
  if (Array.isArray(value)) return value.map(writtenValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writtenValue(member)]));
}

/** Whether something is a set of values. */
export const isValues = (value: unknown): value is Values<unknown> =>
  typeof value === 'object' && value !== null && 'draw' in value && 'simpler' in value && 'has' in value;
