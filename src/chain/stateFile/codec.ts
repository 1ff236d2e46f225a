import { type Felt, feltOfAscii, parseFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { ByteReader } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';
import { StateFileError } from './stateFileError.ts';

/** Reads a value from the JSON of versions 1 and 2. */
export interface JsonReader<T> {
  /** Gets undefined if nothing was written. Throws StateFileError. */
  read(json: unknown): T;
}

/** Writes a value as bytes and reads it. One description is used for both directions, so that they cannot differ. */
export interface Codec<T> extends JsonReader<T> {
  put(value: T, out: ByteWriter): void;
  /** Throws StateFileError. */
  take(from: ByteReader): T;
  /** Goes over what `take` would read, with all its checks, and makes no value. After it, `take` does not fail. */
  skip(from: ByteReader): void;
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

/** A value that is the same in JSON, if it is what was expected. */
const plain = <T>(expected: string, is: (json: unknown) => boolean) => ({
  read: (json: unknown): T => {
    if (!is(json)) throw wrong(json, expected);
    return json as T;
  },
});

export const text: Codec<string> = {
  ...plain('a text', (json) => typeof json === 'string'),
  put: (value, out) => out.text(value),
  take: (from) => from.text(),
  skip: (from) => from.skipText(),
};

/** An ASCII text that fits in a felt. */
export const shortText: Codec<string> = {
  put: text.put,
  take: (from) => checkShort(from.text()),
  skip: (from) => void shortText.take(from),
  read: (json) => checkShort(text.read(json)),
};

function checkShort(value: string): string {
  try {
    feltOfAscii(value);
    return value;
  } catch {
    throw wrong(value, 'up to 31 ASCII characters');
  }
}

/** One of several strings, numbers or truth values, written as its index. */
const oneOf = <T>(expected: string, words: readonly T[]): Codec<T> => {
  const index = (from: ByteReader): number => {
    const found = from.byte();
    if (found >= words.length) throw wrong(found, expected);
    return found;
  };
  return {
    ...plain<T>(expected, (json) => words.includes(json as T)),
    put: (value, out) => out.byte(words.indexOf(value)),
    take: (from) => words[index(from)]!,
    skip: (from) => void index(from),
  };
};

export const flag: Codec<boolean> = {
  ...oneOf('true or false', [false, true]),
  put: (value, out) => out.byte(value ? 1 : 0),
};
export const literal = <const T extends string | number>(...words: readonly T[]): Codec<T> =>
  oneOf(words.join(' or '), words);

/** A count. */
export const count: Codec<number> = {
  ...plain('a count', (json) => Number.isSafeInteger(json) && (json as number) >= 0),
  put: (value, out) => out.count(value),
  take: (from) => from.count(),
  skip: (from) => void from.count(),
};

/** A count within bounds. */
export const countBetween = (least: number, most: number, unit: string): Codec<number> => {
  const expected = `a number of ${unit} between ${least} and ${most}`;
  const isBetween = (value: number) => value >= least && value <= most;
  const take = (from: ByteReader): number => {
    const value = from.count();
    if (!isBetween(value)) throw wrong(value, expected);
    return value;
  };
  return {
    ...plain(expected, (json) => Number.isSafeInteger(json) && isBetween(json as number)),
    put: count.put,
    take,
    skip: take,
  };
};

/** A whole number, positive or negative. */
export const integer: Codec<number> = {
  ...plain('a whole number', Number.isSafeInteger),
  put: (value, out) => {
    flag.put(value < 0, out);
    out.count(Math.abs(value));
  },
  take: (from) => (flag.take(from) ? -from.count() : from.count()),
  skip: (from) => void integer.take(from),
};

const HEX = /^0x[0-9a-f]{1,100}$/;

/** A natural number of at most the given number of bytes. */
export const naturalOf = (bytes: number): Codec<bigint> => ({
  put: (value, out) => out.natural(value),
  take: (from) => from.natural(bytes),
  skip: (from) => from.skipNatural(bytes),
  read: (json) => {
    if (typeof json !== 'string' || !HEX.test(json)) throw wrong(json, 'a number such as "0x1f"');
    const value = BigInt(json);
    if (value >> BigInt(8 * bytes)) throw wrong(json, `a number of up to ${8 * bytes} bits`);
    return value;
  },
});

/** A natural number of up to 400 bits: all that the protocol has are smaller. */
export const natural = naturalOf(50);

const WHOLE = /^-?\d{1,40}$/;
/** Holds 40 decimal digits. */
const magnitude = naturalOf(17);

/** A whole number, such as a time: a JSON number where that is exact, else a text. */
export const wholeNumber: Codec<bigint> = {
  put: (value, out) => {
    flag.put(value < 0n, out);
    magnitude.put(value < 0n ? -value : value, out);
  },
  take: (from) => (flag.take(from) ? -magnitude.take(from) : magnitude.take(from)),
  skip: (from) => {
    flag.skip(from);
    magnitude.skip(from);
  },
  read: (json) => {
    if (!Number.isSafeInteger(json) && !(typeof json === 'string' && WHOLE.test(json)))
      throw wrong(json, 'a whole number');
    return BigInt(json as number | string);
  },
};

export const felt: Codec<Felt> = {
  put: (value, out) => out.natural(value),
  take: (from) => from.felt(),
  skip: (from) => from.skipFelt(),
  read: (json) => {
    const value = parseFelt(json);
    if (value === undefined) throw wrong(json, 'a felt such as "0x1f"');
    return value;
  },
};

/** A felt that is stored as a key. */
export const key: Codec<FeltKey> = {
  put: (value, out) => out.key(value),
  take: (from) => from.key(),
  skip: felt.skip,
  read: (json) => keyOf(felt.read(json)),
};

/** An optional value. */
export const optional = <T>(codec: Codec<T>): Codec<T | undefined> => ({
  put: (value, out) => {
    flag.put(value !== undefined, out);
    if (value !== undefined) codec.put(value, out);
  },
  take: (from) => (flag.take(from) ? codec.take(from) : undefined),
  skip: (from) => {
    if (flag.take(from)) codec.skip(from);
  },
  read: (json) => (json === undefined ? undefined : codec.read(json)),
});

/** A value that some files of versions 1 and 2 do not have. */
export const added = <T>(codec: Codec<T>, before: T): Codec<T> => ({
  ...codec,
  read: (json) => (json === undefined ? before : codec.read(json)),
});

/** Reads each item and adds its index to errors. */
function each(length: number, read: (index: number) => void): void {
  let index = 0;
  try {
    for (; index < length; index++) read(index);
  } catch (error) {
    throw inside(index, error);
  }
}

export const jsonList = <T>(item: JsonReader<T>): JsonReader<readonly T[]> => ({
  read: (json) => {
    if (!Array.isArray(json)) throw wrong(json, 'a list');
    const values: T[] = [];
    each(json.length, (index) => values.push(item.read(json[index])));
    return values;
  },
});

export const list = <T>(codec: Codec<T>): Codec<readonly T[]> => ({
  ...jsonList(codec),
  put: (values, out) => {
    out.count(values.length);
    for (let i = 0; i < values.length; i++) codec.put(values[i]!, out);
  },
  take: (from) => {
    const values: T[] = [];
    each(from.length(), () => values.push(codec.take(from)));
    return values;
  },
  // Without a function for each item, since every block of a file is skipped when it is loaded.
  skip: (from) => {
    const length = from.length();
    let index = 0;
    try {
      for (; index < length; index++) codec.skip(from);
    } catch (error) {
      throw inside(index, error);
    }
  },
});

const feltItems = list(felt);
/** Most of a file are such lists, so they are written and skipped without a call for each item. */
export const felts: Codec<readonly Felt[]> = {
  ...feltItems,
  put: (values, out) => out.naturals(values),
  skip: (from) => {
    const start = from.at;
    try {
      from.skipFelts(from.length());
    } catch {
      // Again, for an error that names the item.
      from.at = start;
      feltItems.skip(from);
    }
  },
};

/** A list that has at least one item. */
export const filledList = <T>(codec: Codec<T>): Codec<readonly [T, ...T[]]> => {
  const items = list(codec);
  const filled = (values: readonly T[]): readonly [T, ...T[]] => {
    if (values.length === 0) throw wrong([], 'a list of at least one item');
    return values as readonly [T, ...T[]];
  };
  return {
    put: items.put,
    take: (from) => filled(items.take(from)),
    skip: (from) => {
      if (from.peek() === 0) filled([]);
      items.skip(from);
    },
    read: (json) => filled(items.read(json)),
  };
};

/** Makes an object of its members, and adds the name of the member to errors. */
function made<T>(names: readonly string[], read: (name: string, index: number) => unknown): T {
  const value: Record<string, unknown> = {};
  let i = 0;
  try {
    for (; i < names.length; i++) {
      const member = read(names[i]!, i);
      if (member !== undefined) value[names[i]!] = member;
    }
  } catch (error) {
    throw inside(names[i]!, error);
  }
  return value as T;
}

/** An object with known members. Every member of the type must be described. */
export function jsonRecord<T extends object>(
  members: {
    readonly [K in keyof T]-?: JsonReader<T[K]>;
  },
): JsonReader<T> {
  const names = Object.keys(members);
  const readers = Object.values(members) as JsonReader<unknown>[];
  return {
    read: (json) => {
      const given = object(json);
      return made(names, (name, i) => readers[i]!.read(given[name]));
    },
  };
}

/** An object with known members. Every member of the type must be described. */
export function record<T extends object>(members: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const names = Object.keys(members);
  const codecs = Object.values(members) as Codec<unknown>[];
  return {
    ...jsonRecord<T>(members),
    put: (value, out) => {
      for (let i = 0; i < names.length; i++) codecs[i]!.put((value as Record<string, unknown>)[names[i]!], out);
    },
    take: (from) => made(names, (_, i) => codecs[i]!.take(from)),
    skip: (from) => {
      let i = 0;
      try {
        for (; i < codecs.length; i++) codecs[i]!.skip(from);
      } catch (error) {
        throw inside(names[i]!, error);
      }
    },
  };
}

/** A union of objects, distinguished by a member. */
export function variant<T extends object, N extends keyof T & string>(
  name: N,
  kinds: { readonly [K in T[N] & string]: Codec<Extract<T, { readonly [M in N]: K }>> },
): Codec<T> {
  const codecs = kinds as unknown as Record<string, Codec<T>>;
  const kind = literal(...Object.keys(kinds));
  return {
    put: (value, out) => {
      const word = value[name] as string;
      kind.put(word, out);
      codecs[word]!.put(value, out);
    },
    take: (from) => codecs[kind.take(from)]!.take(from),
    skip: (from) => codecs[kind.take(from)]!.skip(from),
    read: (json) => {
      const word = object(json)[name];
      if (typeof word === 'string' && Object.hasOwn(kinds, word)) return codecs[word]!.read(json);
      throw wrong(word, `${Object.keys(kinds).join(' or ')} as ${name}`);
    },
  };
}

const MAX_REPEATED_BYTES = 512;

/** An object that equal values share (chain/value/retained.ts). If it is the one that was written last, its bytes are written again. */
export function repeated<T extends object>(codec: Codec<T>): Codec<T> {
  const bytes = new Uint8Array(MAX_REPEATED_BYTES);
  let length = 0;
  let last: T | undefined;
  return {
    ...codec,
    put: (value, out) => {
      if (value === last && length > 0) return out.firstOf(bytes, length);
      const start = out.length;
      codec.put(value, out);
      length = out.copySince(start, bytes);
      last = value;
    },
  };
}

/** A map with felts as keys. An empty map is not written. */
export const jsonMap = <V>(value: JsonReader<V>): JsonReader<ReadonlyMap<FeltKey, V>> => ({
  read: (json) =>
    new Map(
      Object.entries(json === undefined ? {} : object(json)).map(([name, written]) => {
        try {
          return [key.read(name), value.read(written)] as const;
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
