// Small decoders that check and convert in one pass. An invalid value is an RpcError -32602 whose message says why.

import { isObject, type Json, WrittenNumber } from '../../json/json.ts';
import { jsonInteger, writeJson } from '../../json/writeJson.ts';
import { type LimitName, limits } from '../../protocol/limits.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { invalidParams } from '../rpcError.ts';
import { readItems } from './unreadLists.ts';

/**
 * Reads one JSON value as a T, or throws an RpcError. W is the type of what clients send; it is undefined among others when the
 * member may be left out.
 */
export interface Decoder<T, W = unknown> {
  /** `field` is the member that the value belongs to, for errors that name it. */
  (value: Json, field?: string): T;
  /** The member may be left out or null; it then reads as undefined. */
  readonly optional?: boolean;
  /** What the value looks like, for the method reference. */
  readonly shape?: Shape;
  /** Writes a value as clients may send it, for requests to an origin; undefined leaves the member out. */
  encode?(value: T): Json | undefined;
  /** Never set: it only carries the type. In a member of its own: `wire?: W` would lose the undefined of W without `exactOptionalPropertyTypes`. */
  readonly wire?: { readonly type: W };
}

/** What a decoder reads, as data. */
export type Shape =
  | { readonly kind: 'value'; readonly type: string; readonly largest: Largest }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: Decoder<unknown>; readonly limit: LimitName }
  | { readonly kind: 'oneOrMany'; readonly item: Decoder<unknown>; readonly limit: LimitName }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: Fields }
  | { readonly kind: 'either'; readonly options: readonly Decoder<unknown>[] }
  | { readonly kind: 'nothing' };

/** The value of a decoder that is largest, or takes longest to handle: tests send it, since a type in words does not say it. Long ones are made when needed. */
export type Largest = Json | (() => Json);

/** The type a decoder gives. */
export type Decoded<D> = D extends (value: Json) => infer T ? T : never;

/** The type of what clients send to a decoder. */
export type Wire<D> = D extends { readonly wire?: { readonly type: infer W } } ? W : never;

/** A decoder of a single value, with its type in the words of the method reference, and the largest value. */
export function decoder<T, W>(
  type: string,
  largest: Largest,
  read: (value: Json, field?: string) => T,
  encode?: (value: T) => Json | undefined,
): Decoder<T, W> {
  return Object.assign(read, { shape: { kind: 'value', type, largest } as const, ...(encode && { encode }) });
}

/** The shape and the encoder of a decoder, for another one that adds a check. */
export function likeness<T, W>({ shape, encode }: Decoder<T, W>): Pick<Decoder<T, W>, 'shape' | 'encode'> {
  return { ...(shape && { shape }), ...(encode && { encode }) };
}

const SHOWN = 80;
const quote = (text: string) => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** A value in messages: its JSON, truncated if it is long. */
export const shown = (value: Json): string => writeJson(value).slice(0, SHOWN);

/** The type of a value, in the words of error messages. */
export function describeJson(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return `string ${quote(value)}`;
  if (typeof value === 'boolean') return `boolean \`${value}\``;
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof WrittenNumber) return 'number';
  return Array.isArray(value) ? 'sequence' : 'map';
}

/** The error of a value of the wrong type. */
export const wrongType = (value: Json | undefined, expected: string) =>
  invalidParams(`invalid type: ${describeJson(value)}, expected ${expected}`);

/** A member that may be missing or null. */
export function optional<T, W>(decoder: Decoder<T, W>): Decoder<T | undefined, W | null | undefined> {
  const decode = (value: Json, field?: string) => (value === null ? undefined : decoder(value, field));
  return Object.assign(decode, { ...likeness(decoder), optional: true });
}

/** A member that may be missing, but not null. */
export function omittable<T, W>(decoder: Decoder<T, W>): Decoder<T | undefined, W | undefined> {
  const decode = (value: Json, field?: string): T | undefined => decoder(value, field);
  return Object.assign(decode, { ...likeness(decoder), optional: true });
}

/** A member that clients of other versions send. It is ignored. */
export const ignored: Decoder<undefined, unknown> = Object.assign(() => undefined, {
  optional: true,
  shape: { kind: 'value', type: 'anything; ignored', largest: null } as const,
  encode: () => undefined,
});

export const boolean = decoder<boolean, boolean>(
  'boolean',
  true,
  (value) => {
    if (typeof value !== 'boolean') throw wrongType(value, 'a boolean');
    return value;
  },
  (value) => value,
);

/** A text with a maximum length. */
export function text(limit: LimitName): Decoder<string, string> {
  const most = limits[limit];
  return decoder<string, string>(
    `text of at most ${groupedDigits(most)} characters`,
    () => 'x'.repeat(most),
    (value, field = 'the text') => {
      if (typeof value !== 'string') throw wrongType(value, 'a string');
      if (value.length > most)
        throw invalidParams(`${field} has ${value.length} characters, and may have at most ${most}`);
      return value;
    },
    (value) => value,
  );
}

/** An unsigned integer below 2^bits. */
export function unsigned(bits: number, expected = `u${bits}`): Decoder<bigint, number | bigint> {
  const end = 1n << BigInt(bits);
  return decoder<bigint, number | bigint>(
    `whole number below 2^${bits}`,
    bits > 53 ? Number.MAX_SAFE_INTEGER : 2 ** bits - 1,
    (value) => {
      if (typeof value === 'number' || typeof value === 'bigint') {
        const wide = Number.isInteger(value) || typeof value === 'bigint' ? BigInt(value) : -1n;
        if (wide < 0n || wide >= end) throw invalidParams('invalid number');
        return wide;
      }
      if (value instanceof WrittenNumber) throw invalidParams('invalid number');
      throw wrongType(value, expected);
    },
    jsonInteger,
  );
}

export const u64 = unsigned(64);

/** Words as messages list what was expected. */
function oneOfWords(words: readonly string[]): string {
  const names = words.map((word) => `\`${word}\``);
  return names.length <= 2 ? names.join(' or ') : `one of ${names.join(', ')}`;
}

/** One of several strings. */
export function oneOf<const W extends string>(...words: readonly W[]): Decoder<W, W> {
  const known = new Set<string>(words);
  const decode = (value: Json): W => {
    if (typeof value !== 'string') throw wrongType(value, 'a string');
    if (!known.has(value))
      throw invalidParams(`unknown variant \`${value.slice(0, SHOWN)}\`, expected ${oneOfWords(words)}`);
    return value as W;
  };
  return Object.assign(decode, { shape: { kind: 'words', words } as const, encode: (word: W) => word });
}

/** A list with a maximum length, which is checked before any item is read. A long one is read in slices. */
export function list<T, W>(item: Decoder<T, W>, limit: LimitName): Decoder<readonly T[], readonly W[]> {
  const decode = (value: Json): readonly T[] => {
    if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
    const most = limits[limit];
    if (value.length > most) throw invalidParams(`invalid length ${value.length}, expected at most ${most} elements`);
    return readItems(value, item);
  };
  return Object.assign(decode, { shape: { kind: 'list', item, limit } as const, ...listEncoder(item) });
}

/** One value or a list of them, always read as a list. */
export function oneOrMany<T, W>(item: Decoder<T, W>, limit: LimitName): Decoder<readonly T[], W | readonly W[]> {
  const many = list(item, limit);
  const decode = (value: Json): readonly T[] => (Array.isArray(value) ? many(value) : [item(value)]);
  return Object.assign(decode, { shape: { kind: 'oneOrMany', item, limit } as const, ...listEncoder(item) });
}

const listEncoder = <T>(item: Decoder<T>) =>
  item.encode && { encode: (values: readonly T[]): Json => values.map((value) => item.encode!(value) ?? null) };

// Wire names are snake_case, ours camelCase: block_id is read as blockId. Names in capitals (L1_HANDLER) stay.
type Camel<S extends string> = S extends Lowercase<S> ? Joined<S> : S;
type Joined<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Joined<Tail>>}` : S;
export type Fields = Readonly<Record<string, Decoder<unknown>>>;
export type Struct<F extends Fields> = { readonly [K in keyof F & string as Camel<K>]: Decoded<F[K]> };

/** The members that may be left out. */
type OptionalNames<F extends Fields> = {
  [K in keyof F]: undefined extends Wire<F[K]> ? K : never;
}[keyof F];
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** An object as clients send it. */
type NamedWire<F extends Fields> = Flat<
  { readonly [K in Exclude<keyof F, OptionalNames<F>>]: Wire<F[K]> } & {
    readonly [K in OptionalNames<F>]?: Wire<F[K]>;
  }
>;

/**
 * The members as a list. TypeScript does not know the order of an object's members, so only a single one has its place; the
 * order of others is checked when the list is read.
 */
type ListWire<F extends Fields> =
  IsUnion<keyof F> extends true
    ? readonly Exclude<Wire<F[keyof F]>, undefined>[]
    : undefined extends Wire<F[keyof F]>
      ? readonly [] | readonly [Exclude<Wire<F[keyof F]>, undefined>]
      : readonly [Wire<F[keyof F]>];
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** What clients send for a struct. */
type StructWire<F extends Fields, R extends StructRules> = R extends { readonly namedOnly: true }
  ? NamedWire<F>
  : NamedWire<F> | ListWire<F>;

/** Our name of a member on the wire. */
export const camel = (name: string): string =>
  name !== name.toLowerCase() ? name : name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An object with named members, which may also be given as a list in the order of the members. */
export interface StructDecoder<F extends Fields, R extends StructRules = StructRules>
  extends Decoder<Struct<F>, StructWire<F, R>> {
  readonly fieldNames: readonly string[];
}

/** How strict a struct is: open ones ignore members they do not know; named ones may not be given as a list. */
export interface StructRules {
  readonly open?: boolean;
  readonly namedOnly?: boolean;
}

/** The error of an object with a member that is not known. */
export function unknownField(name: string, known: ReadonlySet<string>) {
  const suggestion = didYouMean(name, known) || undefined;
  return invalidParams(`unknown field \`${name.slice(0, SHOWN)}\`, expected ${oneOfWords([...known])}`, suggestion);
}

/** Reads an object member by member; unknown members are errors unless the struct is open. */
export function struct<F extends Fields, const R extends StructRules = StructRules>(
  structName: string,
  fields: F,
  rules: R = {} as R,
): StructDecoder<F, R> {
  const members = Object.entries(fields).map(([name, decoder]) => ({ name, key: camel(name), decoder }));
  const known = new Set(members.map(({ name }) => name));
  const decode = (value: Json): Struct<F> => {
    const out: Record<string, unknown> = {};
    if (Array.isArray(value) && !rules.namedOnly) {
      const needed = members.findLastIndex(({ decoder }) => !decoder.optional) + 1;
      if (value.length < needed)
        throw invalidParams(
          `invalid length ${value.length}, expected struct ${structName} with ${members.length} elements`,
        );
      if (value.length > members.length)
        throw invalidParams(`invalid length ${value.length}, expected fewer elements in array`);
      members.forEach(({ name, key, decoder }, i) => {
        out[key] = i < value.length ? decoder(value[i]!, name) : undefined;
      });
      return out as Struct<F>;
    }
    if (!isObject(value)) throw wrongType(value, `struct ${structName}`);
    if (!rules.open) for (const name of Object.keys(value)) if (!known.has(name)) throw unknownField(name, known);
    for (const { name, key, decoder } of members) {
      if (Object.hasOwn(value, name)) out[key] = decoder(value[name]!, name);
      else if (decoder.optional) out[key] = undefined;
      else throw invalidParams(`missing field \`${name}\``);
    }
    return out as Struct<F>;
  };
  const encode = (value: Struct<F>): Json => {
    const out: Record<string, Json> = {};
    for (const { name, key, decoder } of members) {
      const member = (value as Record<string, unknown>)[key];
      const written = member === undefined ? undefined : decoder.encode!(member);
      if (written !== undefined) out[name] = written;
    }
    return out;
  };
  return Object.assign(decode, {
    fieldNames: members.map(({ name }) => name),
    shape: { kind: 'struct', name: structName, fields } as const,
    ...(members.every(({ decoder }) => decoder.encode) && { encode }),
  });
}
