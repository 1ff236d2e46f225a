// Small readers that check and convert in one pass. A value that does not fit is an RpcError -32602 whose message says why.

import { isObject, type Json, WrittenNumber } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { invalidParams } from '../rpcError.ts';

/** Reads one JSON value as a T, or throws an RpcError. */
export interface Decoder<T> {
  /** `field` is the member that the value belongs to, for errors that name it. */
  (value: Json, field?: string): T;
  /** The member may be left out or null; it then reads as undefined. */
  readonly optional?: boolean;
}

/** The type a decoder gives. */
export type Decoded<D> = D extends Decoder<infer T> ? T : never;

const SHOWN = 80;
const quote = (text: string) => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** A value as messages show it: its JSON, cut where it gets long. */
export const shown = (value: Json): string => writeJson(value).slice(0, SHOWN);

/** What a value is, in the words of an error message. */
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
export function optional<T>(decoder: Decoder<T>): Decoder<T | undefined> {
  const decode = (value: Json, field?: string) => (value === null ? undefined : decoder(value, field));
  return Object.assign(decode, { optional: true });
}

/** A member that may be missing, but not null. */
export function omittable<T>(decoder: Decoder<T>): Decoder<T | undefined> {
  return Object.assign((value: Json, field?: string): T | undefined => decoder(value, field), { optional: true });
}

export const boolean: Decoder<boolean> = (value) => {
  if (typeof value !== 'boolean') throw wrongType(value, 'a boolean');
  return value;
};

export const text: Decoder<string> = (value) => {
  if (typeof value !== 'string') throw wrongType(value, 'a string');
  return value;
};

/** An unsigned integer below 2^bits. */
export function unsigned(bits: number, expected = `u${bits}`): Decoder<bigint> {
  const end = 1n << BigInt(bits);
  return (value) => {
    if (typeof value === 'number' || typeof value === 'bigint') {
      const wide = Number.isInteger(value) || typeof value === 'bigint' ? BigInt(value) : -1n;
      if (wide < 0n || wide >= end) throw invalidParams('invalid number');
      return wide;
    }
    if (value instanceof WrittenNumber) throw invalidParams('invalid number');
    throw wrongType(value, expected);
  };
}

export const u64 = unsigned(64);

/** One of a few words. */
export function oneOf<const W extends string>(...words: readonly W[]): Decoder<W> {
  const known = new Set<string>(words);
  const names = words.map((word) => `\`${word}\``);
  const expected =
    names.length === 1 ? names[0] : names.length === 2 ? `${names[0]} or ${names[1]}` : `one of ${names.join(', ')}`;
  return (value) => {
    if (typeof value !== 'string') throw wrongType(value, 'a string');
    if (!known.has(value)) throw invalidParams(`unknown variant \`${value.slice(0, SHOWN)}\`, expected ${expected}`);
    return value as W;
  };
}

/** A list of anything readable, with at most so many members: they are counted before one is read. */
export function list<T>(item: Decoder<T>, most = Number.POSITIVE_INFINITY): Decoder<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
    if (value.length > most) throw invalidParams(`invalid length ${value.length}, expected at most ${most} elements`);
    return value.map((member) => item(member));
  };
}

/** One value or a list of them, always read as a list. */
export function oneOrMany<T>(item: Decoder<T>): Decoder<readonly T[]> {
  return (value) => (Array.isArray(value) ? value.map((member) => item(member)) : [item(value)]);
}

// Wire names are snake_case, ours camelCase: block_id is read as blockId. Names in capitals (L1_HANDLER) stay.
type Camel<S extends string> = S extends Lowercase<S> ? Joined<S> : S;
type Joined<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Joined<Tail>>}` : S;
type Fields = Readonly<Record<string, Decoder<unknown>>>;
export type Struct<F extends Fields> = { readonly [K in keyof F & string as Camel<K>]: Decoded<F[K]> };

const camel = (name: string) =>
  name !== name.toLowerCase() ? name : name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An object with named members, which may also be given as a list in the order of the members. */
export interface StructDecoder<F extends Fields> extends Decoder<Struct<F>> {
  readonly structName: string;
  readonly fieldNames: readonly string[];
}

/** How strict a struct is: open ones ignore members they do not know; named ones may not be given as a list. */
export interface StructRules {
  readonly open?: boolean;
  readonly namedOnly?: boolean;
}

/** Reads an object member by member; unknown members are errors unless the struct is open. */
export function struct<F extends Fields>(structName: string, fields: F, rules: StructRules = {}): StructDecoder<F> {
  const members = Object.entries(fields).map(([name, decoder]) => ({ name, key: camel(name), decoder }));
  const known = new Map(members.map((member) => [member.name, member]));
  const names = members.map(({ name }) => `\`${name}\``);
  const expected =
    names.length === 1 ? names[0] : names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`;

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
    if (!rules.open)
      for (const name of Object.keys(value))
        if (!known.has(name)) throw invalidParams(`unknown field \`${name.slice(0, SHOWN)}\`, expected ${expected}`);
    for (const { name, key, decoder } of members) {
      if (Object.hasOwn(value, name)) out[key] = decoder(value[name]!, name);
      else if (decoder.optional) out[key] = undefined;
      else throw invalidParams(`missing field \`${name}\``);
    }
    return out as Struct<F>;
  };
  return Object.assign(decode, { structName, fieldNames: members.map(({ name }) => name) });
}
