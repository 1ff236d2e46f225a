import { type Felt, formatFelt, parseFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { writeJson } from '../../json/writeJson.ts';
import { StateFileError } from './stateFileError.ts';

/** Writes a value as JSON and reads it. One description is used for both directions, so that they cannot differ. */
export interface Codec<T> {
  /** Returns undefined if nothing is to be written. */
  write(value: T): unknown;
  /** Gets undefined if nothing was written. Throws StateFileError. */
  read(json: unknown): T;
}

const wrong = (json: unknown, expected: string): StateFileError => {
  const shown = json === undefined ? 'nothing' : writeJson(json).slice(0, 60);
  return new StateFileError(`expected ${expected}, found ${shown}`);
};

/** Adds the position to an error. */
function inside(place: string | number, error: unknown): unknown {
  if (!(error instanceof StateFileError)) return error;
  return new StateFileError(error.message, place, ...error.place);
}

/** A value of JSON that is taken as it is, if it is what was expected. */
export const plain = <T>(expected: string, is: (json: unknown) => boolean): Codec<T> => ({
  write: (value) => value,
  read: (json) => {
    if (!is(json)) throw wrong(json, expected);
    return json as T;
  },
});

export const text = plain<string>('a text', (json) => typeof json === 'string');
export const flag = plain<boolean>('true or false', (json) => typeof json === 'boolean');
export const integer = plain<number>('a whole number', Number.isSafeInteger);
/** A count. */
export const count = plain<number>('a count', (json) => Number.isSafeInteger(json) && (json as number) >= 0);
export const anything = plain<unknown>('a value', (json) => json !== undefined);

/** One of several strings or numbers. */
export const literal = <const T extends string | number>(...words: readonly T[]): Codec<T> =>
  plain<T>(words.join(' or '), (json) => words.includes(json as T));

const HEX = /^0x[0-9a-f]{1,100}$/;

/** A natural number of up to 400 bits: all that the protocol has are smaller. */
export const natural: Codec<bigint> = {
  write: (value) => `0x${value.toString(16)}`,
  read: (json) => {
    if (typeof json !== 'string' || !HEX.test(json)) throw wrong(json, 'a number such as "0x1f"');
    return BigInt(json);
  },
};

const WHOLE = /^-?\d{1,40}$/;

/** A whole number, such as a time: a JSON number where that is exact, else a text. */
export const wholeNumber: Codec<bigint> = {
  write: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`),
  read: (json) => {
    if (!Number.isSafeInteger(json) && !(typeof json === 'string' && WHOLE.test(json)))
      throw wrong(json, 'a whole number');
    return BigInt(json as number | string);
  },
};

export const felt: Codec<Felt> = {
  write: formatFelt,
  read: (json) => {
    const value = parseFelt(json);
    if (value === undefined) throw wrong(json, 'a felt such as "0x1f"');
    return value;
  },
};

/** A felt that is stored as a key. */
export const key: Codec<FeltKey> = {
  write: (value) => formatFelt(feltOf(value)),
  read: (json) => keyOf(felt.read(json)),
};

/** An optional value. */
export const optional = <T>(codec: Codec<T>): Codec<T | undefined> => ({
  write: (value) => (value === undefined ? undefined : codec.write(value)),
  read: (json) => (json === undefined ? undefined : codec.read(json)),
});

/** A value that files of earlier versions do not have. */
export const added = <T>(codec: Codec<T>, before: T): Codec<T> => ({
  write: codec.write,
  read: (json) => (json === undefined ? before : codec.read(json)),
});

export const list = <T>(codec: Codec<T>): Codec<readonly T[]> => ({
  write: (values) => values.map((value) => codec.write(value)),
  read: (json) => {
    if (!Array.isArray(json)) throw wrong(json, 'a list');
    return json.map((item, index) => {
      try {
        return codec.read(item);
      } catch (error) {
        throw inside(index, error);
      }
    });
  },
});

/** A list that has at least one item. */
export const filledList = <T>(codec: Codec<T>): Codec<readonly [T, ...T[]]> => {
  const items = list(codec);
  return {
    write: items.write,
    read: (json) => {
      const [first, ...others] = items.read(json);
      if (first === undefined) throw wrong(json, 'a list of at least one item');
      return [first, ...others];
    },
  };
};

/** An object with known members. Every member of the type must be described. */
export function record<T extends object>(members: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const known = Object.entries(members) as [string, Codec<unknown>][];
  return {
    write: (value) => {
      const json: Record<string, unknown> = {};
      for (const [name, codec] of known) {
        const member = codec.write((value as Record<string, unknown>)[name]);
        if (member !== undefined) json[name] = member;
      }
      return json;
    },
    read: (json) => {
      const given = object(json);
      const value: Record<string, unknown> = {};
      for (const [name, codec] of known) {
        try {
          const member = codec.read(given[name]);
          if (member !== undefined) value[name] = member;
        } catch (error) {
          throw inside(name, error);
        }
      }
      return value as T;
    },
  };
}

/** A union of objects, distinguished by a member. */
export function variant<T extends object, N extends keyof T & string>(
  name: N,
  kinds: { readonly [K in T[N] & string]: Codec<Extract<T, { readonly [M in N]: K }>> },
): Codec<T> {
  const codecOf = (kind: unknown): Codec<T> => {
    if (typeof kind === 'string' && Object.hasOwn(kinds, kind))
      return (kinds as unknown as Record<string, Codec<T>>)[kind]!;
    throw wrong(kind, `${Object.keys(kinds).join(' or ')} as ${name}`);
  };
  return {
    write: (value) => codecOf(value[name]).write(value),
    read: (json) => codecOf(object(json)[name]).read(json),
  };
}

/** A map with felts as keys; an empty one is not written. */
export const keyMap = <V>(codec: Codec<V>): Codec<ReadonlyMap<FeltKey, V>> => ({
  write: (map) => {
    if (map.size === 0) return undefined;
    const json: Record<string, unknown> = {};
    for (const [name, value] of map) json[key.write(name) as string] = codec.write(value);
    return json;
  },
  read: (json) =>
    new Map(
      Object.entries(json === undefined ? {} : object(json)).map(([name, value]) => {
        try {
          return [key.read(name), codec.read(value)] as const;
        } catch (error) {
          throw inside(name, error);
        }
      }),
    ),
});

function object(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw wrong(json, 'an object');
  return json as Record<string, unknown>;
}
