// The largest requests that a method takes, made from the shape of its parameters.
import { createHash } from 'node:crypto';
import { limits } from '../../src/protocol/limits.ts';
import type { Decoder, Fields, Shape } from '../../src/rpc/decode/decoder.ts';
import type { Method } from '../../src/rpc/method.ts';

type Value = unknown;

/** Values by the names of parameters: things that exist, so that a method has something to do. */
export type KnownThings = Readonly<Record<string, Value>>;

/** Room for the request around the parameters. */
const MOST_VALUES = limits.jsonValues * 0.95;
const MOST_CHARS = limits.bodyBytes * 0.95;

/** Where the length of a request is: in the outermost lists, or in the lists inside of their items. */
type Lengths = 'outside' | 'inside';

interface Choice {
  readonly known: KnownThings;
  readonly lengths: Lengths;
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
  return { values: 1, chars: typeof value === 'string' ? value.length + 2 : 20 };
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

/** The largest value of a shape within a size. */
function largest({ shape }: Decoder<unknown>, room: Size, choice: Choice): Value {
  switch (shape?.kind) {
    case undefined:
    case 'nothing':
      return null;
    case 'value':
      return typeof shape.largest === 'function' ? shape.largest() : shape.largest;
    case 'words':
      return shape.words.at(-1);
    case 'either':
      return largest(shape.options[choice.option % shape.options.length]!, room, choice);
    case 'list':
    case 'oneOrMany':
      return longest(shape, room, choice);
    case 'struct':
      return members(shape.fields, Object.keys(shape.fields), room, choice);
  }
}

function longest({ item, limit }: Extract<Shape, { kind: 'list' | 'oneOrMany' }>, room: Size, choice: Choice): Value[] {
  const isInside = choice.lengths === 'inside' && hasList(item);
  if (isInside) return [largest(item, room, choice)];
  const one = largest(item, ONE, choice);
  const { values, chars } = sizeOf(one);
  const length = Math.min(limits[limit], Math.floor(room.values / values), Math.floor(room.chars / (chars + 1)));
  return Array.from({ length: Math.max(length, 1) }, (_, i) => distinct(one, i));
}

/** Felts that differ: the same one again and again would be found in caches. */
function distinct(value: Value, i: number): Value {
  if (typeof value === 'string' && /^0x[0-9a-f]{60,}$/.test(value))
    return `0x${(BigInt(value) - BigInt(i)).toString(16)}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, distinct(member, i)]));
}

function members(fields: Fields, names: readonly string[], room: Size, choice: Choice): Value {
  const long = names.filter((name) => hasList(fields[name]!)).length || 1;
  const share = { values: room.values / long, chars: room.chars / long };
  return Object.fromEntries(names.map((name) => [name, knownOr(name, fields[name]!, share, choice)]));
}

/** The thing that exists, if the parameter of that name takes it. */
function knownOr(name: string, decoder: Decoder<unknown>, room: Size, choice: Choice): Value {
  if (name in choice.known)
    try {
      decoder(choice.known[name] as never, name);
      return choice.known[name];
    } catch {
      // A parameter of another method has the same name.
    }
  return largest(decoder, room, choice);
}

/** Parameters of a method as JSON: with all members, and if it is to be thorough, with the required ones and with each of the others alone. */
export function* largestParams(
  { params }: Pick<Method, 'params'>,
  known: readonly KnownThings[],
  isThorough: boolean,
): Generator<string> {
  const { shape } = params;
  if (shape?.kind !== 'struct') return yield 'null';
  const all = Object.keys(shape.fields);
  const required = all.filter((name) => !shape.fields[name]!.optional);
  const others = all.filter((name) => shape.fields[name]!.optional);
  const selections = [
    all,
    ...(others.length > 0 ? [required] : []),
    ...(others.length > 1 ? others.map((name) => [...required, name]) : []),
  ];
  const room = { values: MOST_VALUES, chars: MOST_CHARS };
  const seen = new Set<string>();
  const choices = known.map((things, i) => [things, i === 0 && isThorough ? selections : [all]] as const);
  for (const [things, sent] of choices)
    for (const names of sent)
      for (const lengths of names === all ? (['outside', 'inside'] as const) : (['outside'] as const))
        for (let option = 0; option < optionsOf(params); option++) {
          const text = JSON.stringify(members(shape.fields, names, room, { known: things, lengths, option }));
          const print = createHash('sha256').update(text).digest('hex');
          if (text.length <= limits.bodyBytes && !seen.has(print)) yield text;
          seen.add(print);
        }
}
