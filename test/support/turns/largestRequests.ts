// The largest requests that a method takes, made from the shape of its parameters.
import { limits } from '../../../src/protocol/limits.ts';
import type { Decoder, Fields, Shape } from '../../../src/rpc/decode/decoder.ts';
import type { Method } from '../../../src/rpc/method.ts';

type Value = unknown;

/**
 * Values by the names of parameters, or by `Struct.name` where one name has several meanings: things that exist, so that a method has
 * something to do. A function gives the value of the item of a list with that index. What is undefined is left out.
 */
export type KnownThings = Readonly<Record<string, Value | ((index: number) => Value)>>;

/** Room for the request around the parameters. */
const MOST_VALUES = limits.jsonValues * 0.95;
const MOST_CHARS = limits.bodyBytes * 0.95;

/** Where the length of a request is: in the outermost lists, or in the lists inside of their items. */
export type Lengths = 'outside' | 'inside';

/** How a request is made. */
export interface RequestForm {
  readonly known: KnownThings;
  readonly lengths: Lengths;
  /** Which part of what the limits allow: some limits hold for several lists together. */
  readonly part: number;
  /** The most items of lists, if fewer than the limits allow. */
  readonly mostItems: number;
  /** The most items of lists inside of the items of others. */
  readonly mostInside: number;
}

interface Choice extends RequestForm {
  /** Which of several shapes is sent. */
  readonly option: number;
}

interface Size {
  readonly values: number;
  readonly chars: number;
}

const ONE: Size = { values: 0, chars: 0 };

/** The size of a value as JSON, as the reader of requests counts it. */
function sizeOf(value: Value): Size {
  if (Array.isArray(value)) return value.map(sizeOf).reduce(sum, { values: 1, chars: 2 + value.length });
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, member]) => sum(sizeOf(member), { values: 1, chars: name.length + 4 }))
      .reduce(sum, { values: 1, chars: 2 });
  if (typeof value !== 'string') return { values: 1, chars: 20 };
  const escapes = value.length > 1000 ? value.split('"').length - 1 : 0;
  return { values: 1 + escapes, chars: value.length + 2 + escapes };
}
const sum = (a: Size, b: Size): Size => ({ values: a.values + b.values, chars: a.chars + b.chars });

/** How many shapes there are to choose from. */
const optionsOf = ({ shape }: Pick<Decoder<unknown>, 'shape'>): number => {
  if (shape?.kind === 'list' || shape?.kind === 'oneOrMany') return optionsOf(shape.item);
  if (shape?.kind === 'struct') return Math.max(1, ...Object.values(shape.fields).map(optionsOf));
  return shape?.kind === 'either' ? shape.options.length : 1;
};

const hasList = ({ shape }: Decoder<unknown>): boolean => {
  if (shape?.kind === 'list' || shape?.kind === 'oneOrMany') return true;
  if (shape?.kind === 'struct') return Object.values(shape.fields).some(hasList);
  return shape?.kind === 'either' && shape.options.some(hasList);
};

/** Whether a request has a struct of that name. */
export function hasStruct({ shape }: Pick<Decoder<unknown>, 'shape'>, name: string): boolean {
  if (shape?.kind === 'list' || shape?.kind === 'oneOrMany') return hasStruct(shape.item, name);
  if (shape?.kind === 'either') return shape.options.some((option) => hasStruct(option, name));
  if (shape?.kind !== 'struct') return false;
  return shape.name === name || Object.values(shape.fields).some((field) => hasStruct(field, name));
}

/** The largest value of a shape within a size. */
function largest({ shape }: Decoder<unknown>, room: Size, choice: Choice, index: number): Value {
  switch (shape?.kind) {
    case undefined:
    case 'nothing':
      return null;
    case 'value':
      return distinct(typeof shape.largest === 'function' ? shape.largest() : shape.largest, index);
    case 'words':
      return shape.words.at(-1);
    case 'either':
      return largest(shape.options[choice.option % shape.options.length]!, room, choice, index);
    case 'list':
    case 'oneOrMany':
      return longest(shape, room, choice);
    case 'struct':
      return members(shape, Object.keys(shape.fields), room, choice, index);
  }
}

function longest({ item, limit }: Extract<Shape, { kind: 'list' | 'oneOrMany' }>, room: Size, choice: Choice): Value[] {
  const isInside = choice.lengths === 'inside' && hasList(item);
  if (isInside) return [largest(item, room, { ...choice, mostItems: choice.mostInside }, 0)];
  const { values, chars } = sizeOf(largest(item, ONE, choice, 0));
  const allowed = Math.floor(limits[limit] * choice.part);
  const length = Math.min(
    allowed,
    choice.mostItems,
    Math.floor(room.values / values),
    Math.floor(room.chars / (chars + 1)),
  );
  return Array.from({ length: Math.max(length, 1) }, (_, i) => largest(item, ONE, choice, i));
}

/** Felts that differ: the same one again and again would be found in caches. */
function distinct(value: Value, index: number): Value {
  if (index === 0 || typeof value !== 'string' || value.length < 62) return value;
  let below = belowFelts.get(value);
  if (!below) belowFelts.set(value, (below = /^0x[0-9a-f]+$/.test(value) ? [] : 'other'));
  return below === 'other' ? value : (below[index] ??= `0x${(BigInt(value) - BigInt(index)).toString(16)}`);
}
/** For each largest felt those below it by their distance: many lists have the same ones. Other values have none. */
const belowFelts = new Map<string, string[] | 'other'>();

function members(
  { name: struct, fields }: { readonly name: string; readonly fields: Fields },
  names: readonly string[],
  room: Size,
  choice: Choice,
  index: number,
): Value {
  const long = names.filter((name) => hasList(fields[name]!)).length || 1;
  const share = { values: room.values / long, chars: room.chars / long };
  const made: Record<string, Value> = {};
  for (const name of names) {
    const place = `${struct}.${name}`;
    if ([place, name].some((known) => known in choice.known && choice.known[known] === undefined)) continue;
    const known = knownAs([place, name], fields[name]!, choice.known, index);
    made[name] = known === undefined ? largest(fields[name]!, share, choice, index) : known;
  }
  return made;
}

/** The thing that exists, if the parameter of that name takes it. */
function knownAs(names: readonly string[], decoder: Decoder<unknown>, known: KnownThings, index: number): Value {
  for (const name of names) {
    if (!(name in known)) continue;
    const thing = known[name];
    const value = typeof thing === 'function' ? thing(index) : thing;
    if (index > 0 && takes.get(decoder)?.has(name)) return value;
    try {
      decoder(value as never, name);
      takes.set(decoder, (takes.get(decoder) ?? new Set()).add(name));
      return value;
    } catch {
      // A parameter of another method has the same name.
    }
  }
  return undefined;
}
/** The names of known things that a decoder takes: asking it for every item of a long list would take too long. */
const takes = new WeakMap<Decoder<unknown>, Set<string>>();

/** Which members are sent: all, or the required ones, alone or with one of the others. */
export type Selection = 'all' | 'some';

/** Requests of a method, as the JSON of their parameters. No two of those that were made with the same `seen` are equal. */
export function* largestParams(
  { params }: Pick<Method, 'params'>,
  form: RequestForm,
  selection: Selection,
  seen: Set<string>,
): Generator<string> {
  const { shape } = params;
  const isStruct = shape?.kind === 'struct';
  const texts = isStruct ? structTexts(shape, optionsOf(params), form, selection) : ['null'];
  for (const text of texts) {
    if (text.length <= limits.bodyBytes && !seen.has(text)) yield text;
    seen.add(text);
  }
}

function* structTexts(
  shape: Extract<Shape, { kind: 'struct' }>,
  options: number,
  form: RequestForm,
  selection: Selection,
): Generator<string> {
  const all = Object.keys(shape.fields);
  const required = all.filter((name) => !shape.fields[name]!.optional);
  const others = all.filter((name) => shape.fields[name]!.optional);
  const selections = selection === 'all' ? [all] : [...others.map((name) => [...required, name]), required];
  const room = { values: MOST_VALUES * form.part, chars: MOST_CHARS * form.part };
  for (const names of selections)
    for (let option = 0; option < options; option++)
      yield JSON.stringify(members(shape, names, room, { ...form, option }, 0));
}
