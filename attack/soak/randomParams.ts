import type { FaultRule } from '../../src/faults/faultRule.ts';
import type { Decoder, Shape } from '../../src/rpc/decode/decoder.ts';
import type { Random } from '../../test/support/random.ts';
import { oddValue } from '../oddValue.ts';
import type { KnownValues } from './knownValues.ts';

/** What random parameters are made from. */
export interface ParamSources {
  readonly random: Random;
  readonly known: KnownValues;
  /** Classes as clients declare them. */
  readonly classes: readonly object[];
  /** A value of a struct that the declaration alone does not make, such as a signed transaction; undefined for other structs. */
  readonly special: (structName: string) => object | undefined;
}

type Typed = Pick<Decoder<unknown>, 'shape'>;

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Parameters that a method accepts, as far as its declaration tells. */
export function validParams(params: Typed, sources: ParamSources): unknown {
  return params.shape ? validValue(params.shape, 'params', sources) : undefined;
}

function validValue(shape: Shape, field: string, sources: ParamSources): unknown {
  const { random } = sources;
  const of = ({ shape: inner }: Typed, name = field) => (inner ? validValue(inner, name, sources) : null);
  switch (shape.kind) {
    case 'nothing':
      return random.pick([undefined, {}, []]);
    case 'words':
      return random.pick(shape.words);
    case 'either':
      return of(random.pick(shape.options));
    case 'list':
      return Array.from({ length: random.below(4) }, () => of(shape.item));
    case 'oneOrMany':
      return random.below(2) ? of(shape.item) : Array.from({ length: random.below(4) }, () => of(shape.item));
    case 'struct': {
      const special = random.below(10) ? sources.special(shape.name) : undefined;
      if (special) return special;
      const chosen = Object.entries(shape.fields).filter(([, { optional }]) => !optional || random.below(2));
      return Object.fromEntries(chosen.map(([name, decoder]) => [name, of(decoder, name)]));
    }
    case 'value':
      return validOfType(shape.type, field, sources);
  }
}

const NUMBER = /^(?:whole )?number below 2\^(\d+)(, hexadecimal)?/;
const RANGE = /^number from 1 to ([\d^]+)/;

/** Faults after which every request is answered all the same. */
const FAULTS: readonly (readonly FaultRule[])[] = [
  [],
  [{ fault: 'delay', milliseconds: { uniform: [0, 5] }, probability: 0.1 }],
  [{ fault: 'lagging', blocks: 3, probability: 0.5 }],
  [{ fault: 'notification-late', milliseconds: 5 }],
];

/** A value of a type that the method reference names. */
export function validOfType(type: string, field: string, sources: ParamSources): unknown {
  const { random, known, classes } = sources;
  const seen = random.below(20) ? known.pick(field) : undefined;
  const text = typeof seen === 'string' ? seen : undefined;
  const [, bits, inHex] = NUMBER.exec(type) ?? [];
  if (bits !== undefined) {
    if (!inHex && typeof seen === 'number' && Number.isSafeInteger(seen) && seen >= 0 && seen < 2 ** 31) return seen;
    const number = random.below(8) ? BigInt(random.below(40)) : random.bits(Math.min(Number(bits), inHex ? 128 : 53));
    return inHex ? hex(number) : Number(number);
  }
  const [, end] = RANGE.exec(type) ?? [];
  if (end !== undefined) return 1 + random.below(end.includes('^') ? 2 ** 31 : Math.min(Number(end), 50));
  if (type.startsWith('text')) return text?.slice(0, 60) ?? random.pick(TEXTS);
  if (type.startsWith('block id')) return blockId(sources, !type.includes(':'));
  if (type.startsWith('felt')) return isHex(text) ? text : hex(random.oddFelt());
  switch (type) {
    case 'address':
      return known.pick('address') ?? '0x1';
    case 'boolean':
      return random.below(2) === 1;
    case 'storage key':
      return hex(random.bits(250));
    case 'storage key, or the path of a variable such as `balances[0x64b4]`':
      return random.pick([hex(random.bits(250)), 'ERC20_name', 'name', `ERC20_balances[${known.pick('address')}]`]);
    case 'Ethereum address':
      return `0x${random.bits(160).toString(16).padStart(40, '0')}`;
    case 'hash of 32 bytes':
      return text ?? hex(random.bits(256));
    case 'id of a snapshot':
      return text ?? hex(random.below(100));
    case 'id of a subscription':
      return text ?? String(random.below(100));
    case 'whole number, at least 1':
      return 1 + random.below(100);
    case 'condition such as total > 10':
      return `total > ${random.below(100)}`;
    case 'the `next` of another page':
      return text && /^\d+\.\d+$/.test(text) ? text : '0.0';
    case 'the `next` of another page of events':
    case 'the `continuation` of another page of messages':
      return text && /^\d+\.\d+\.\d+$/.test(text) ? text : '0.0.0';
    case 'name, or selector as 0x…':
      return random.pick(['transfer', 'Transfer', '0x1']);
    case 'proof: base64 text, or a list of bytes':
      return '';
    case 'empty list':
      return [];
    case 'request':
      return { jsonrpc: '2.0', id: 0, method: 'devnet_createBlock', params: {} };
    case 'rules of faults':
      return random.pick(FAULTS);
    case 'anything; ignored':
      return null;
  }
  if (type.includes('`walk:SEED`')) return random.pick(SCHEDULES);
  if (type.includes('class')) return random.pick(classes);
  const words = [...type.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
  if (words.length > 0) return random.pick(words.filter((word) => !word.includes(' ')));
  throw new Error(`attack/soak/randomParams.ts makes no value of the type "${type}" (${field}): add it.`);
}

/** Schedules of prices, each way to write one. */
const SCHEDULES = [
  'constant',
  'eip1559',
  'walk:7',
  { l1: 'walk', l2: { kind: 'eip1559', background_gas: 5_000_000_000 } },
  { l2: [{ block: 1, fri: 20_000_000_000 }] },
];
const TEXTS = ['soak', 'soak.dump', 'soak.starbox', 'name', 'src/lib.cairo', 'http://127.0.0.1:1', ''];
const isHex = (text: string | undefined): boolean => text !== undefined && /^0x[0-9a-f]{1,63}$/.test(text);

function blockId({ random, known }: ParamSources, withTags: boolean): unknown {
  const number = known.pick('block_number');
  const hash = known.pick('block_hash');
  switch (random.below(4)) {
    case 0:
      return { block_number: typeof number === 'number' && number >= 0 ? number : 0 };
    case 1:
      return hash === undefined ? 'latest' : { block_hash: hash };
    default:
      return withTags ? random.pick(['latest', 'latest', 'pre_confirmed', 'l1_accepted']) : 'latest';
  }
}

/** Parameters like valid ones with some hostile changes, or hostile altogether. */
export function hostileParams(params: Typed, sources: ParamSources): unknown {
  const { random } = sources;
  if (random.below(8) === 0) return oddValue(random);
  let value = validParams(params, sources);
  if (random.below(6) === 0 && isRecord(value)) value = Object.values(value);
  for (let changes = 1 + random.below(3); changes > 0; changes--) value = change(value, random);
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces, removes or adds something at a random depth. */
function change(value: unknown, random: Random): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random.below(4) === 0) return hostileValue(random);
  const key = random.pick(keys);
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? change(item, random) : item));
  const record = value as Record<string, unknown>;
  switch (random.below(8)) {
    case 0: {
      const { [key]: _, ...rest } = record;
      return rest;
    }
    case 1:
      return { ...record, [random.pick(['__proto__x', 'constructor', 'a'.repeat(300)])]: hostileValue(random) };
    default:
      return { ...record, [key]: change(record[key], random) };
  }
}

function hostileValue(random: Random): unknown {
  switch (random.below(40)) {
    case 0:
      return Array.from({ length: random.below(20_000) }, () => hex(random.oddFelt()));
    case 1:
      return random.pick(['a', '0x', '\u202e<img src=x>', '\u001b[2J', '../']).repeat(random.below(20_000));
    case 2:
      return JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);
    case 3:
      return { block_number: 2 ** 53 };
    default:
      return oddValue(random);
  }
}
