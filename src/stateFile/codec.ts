import { type Felt, feltOfAscii } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import { writeJson } from '../json/writeJson.ts';
import type { ByteReader } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';
import { StateFileError } from './stateFileError.ts';

/** Writes a value as bytes and reads it. One description is used for both directions, so that they cannot differ. */
export interface Codec<T> {
  put(value: T, out: ByteWriter): void;
  /** Throws StateFileError. */
  take(from: ByteReader): T;
  /** Goes over what `take` would read, with all its checks, and makes no value. After it, `take` does not fail. */
  skip(from: ByteReader): void;
}

const wrong = (found: unknown, expected: string): StateFileError =>
  new StateFileError(`expected ${expected}, found ${writeJson(found).slice(0, 60)}`);

/** Adds the position to an error. */
function inside(place: string | number, error: unknown): unknown {
  if (!(error instanceof StateFileError)) return error;
  return new StateFileError(error.message, place, ...error.place);
}

export const text: Codec<string> = {
  put: (value, out) => out.text(value),
  take: (from) => from.text(),
  skip: (from) => from.skipText(),
};

/** An ASCII text that fits in a felt. */
export const shortText: Codec<string> = {
  put: text.put,
  take: (from) => checkShort(from.text()),
  skip: (from) => void shortText.take(from),
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
  put: (value, out) => out.count(value),
  take: (from) => from.count(),
  skip: (from) => void from.count(),
};

/** A count within bounds. */
export const countBetween = (least: number, most: number, unit: string): Codec<number> => {
  const take = (from: ByteReader): number => {
    const value = from.count();
    if (value < least || value > most) throw wrong(value, `a number of ${unit} between ${least} and ${most}`);
    return value;
  };
  return { put: count.put, take, skip: take };
};

/** A whole number, positive or negative. */
export const integer: Codec<number> = {
  put: (value, out) => {
    flag.put(value < 0, out);
    out.count(Math.abs(value));
  },
  take: (from) => (flag.take(from) ? -from.count() : from.count()),
  skip: (from) => void integer.take(from),
};

/** A natural number of at most the given number of bytes. */
export const naturalOf = (bytes: number): Codec<bigint> => ({
  put: (value, out) => out.natural(value),
  take: (from) => from.natural(bytes),
  skip: (from) => from.skipNatural(bytes),
});

/** A natural number of up to 400 bits: all that the protocol has are smaller. */
export const natural = naturalOf(50);

/** Holds 40 decimal digits. */
const magnitude = naturalOf(17);

/** A whole number, such as a time. */
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
};

export const felt: Codec<Felt> = {
  put: (value, out) => out.natural(value),
  take: (from) => from.felt(),
  skip: (from) => from.skipFelt(),
};

/** A felt that is stored as a key. */
export const key: Codec<FeltKey> = {
  put: (value, out) => out.key(value),
  take: (from) => from.key(),
  skip: felt.skip,
};

/** A value that is written as another one. */
export const as = <T, W>(codec: Codec<W>, write: (value: T) => W, read: (written: W) => T): Codec<T> => ({
  put: (value, out) => codec.put(write(value), out),
  take: (from) => read(codec.take(from)),
  skip: codec.skip,
});

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
});

export const list = <T>(codec: Codec<T>): Codec<readonly T[]> => ({
  put: (values, out) => {
    out.count(values.length);
    for (let i = 0; i < values.length; i++) codec.put(values[i]!, out);
  },
  take: (from) => {
    const values: T[] = [];
    const length = from.length();
    try {
      while (values.length < length) values.push(codec.take(from));
    } catch (error) {
      throw inside(values.length, error);
    }
    return values;
  },
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
  };
};

/** An object with known members. Every member of the type must be described. */
export function record<T extends object>(members: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const names = Object.keys(members);
  const codecs = Object.values(members) as Codec<unknown>[];
  return {
    put: (value, out) => {
      for (let i = 0; i < names.length; i++) codecs[i]!.put((value as Record<string, unknown>)[names[i]!], out);
    },
    take: (from) => {
      const value: Record<string, unknown> = {};
      let i = 0;
      try {
        for (; i < names.length; i++) {
          const member = codecs[i]!.take(from);
          if (member !== undefined) value[names[i]!] = member;
        }
      } catch (error) {
        throw inside(names[i]!, error);
      }
      return value as T;
    },
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
