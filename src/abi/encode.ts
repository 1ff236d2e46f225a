import { type Felt, reduce } from '../felt/felt.ts';
import { isPromise } from '../text/givenPromise.ts';
import { AbiError } from './abiError.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiFunction } from './abiModel.ts';
import { type AbiParameter, type AbiType, isUnit, typeText } from './abiType.ts';
import { feltsOfBytes } from './byteArray.ts';
import { Place } from './place.ts';
import { expectedOf, listText, readHex, readInteger, valueText } from './scalars.ts';

/**
 * The calldata of a function's arguments: a list in the order of the parameters, or an object by their names. Throws an
 * AbiError that names the argument and its type.
 */
export function encodeArguments(
  { name, inputs }: Pick<AbiFunction, 'name' | 'inputs'>,
  args: readonly unknown[] | Readonly<Record<string, unknown>>,
): Felt[] {
  const out: Felt[] = [];
  const place = new Place('argument', abiLimits);
  if (Array.isArray(args)) {
    if (args.length !== inputs.length) throw new AbiError(`${name} takes ${countText(inputs)}, got ${args.length}.`);
    for (const [i, input] of inputs.entries()) place.enter(input.name, () => encode(input.type, args[i], place, out));
  } else {
    if (!isRecord(args) || isPromise(args))
      throw new AbiError(`${name} takes ${countText(inputs)} as a list or an object, got ${valueText(args)}`);
    checkNames(inputs, args, `The arguments of ${name}`);
    for (const input of inputs) place.enter(input.name, () => encode(input.type, args[input.name], place, out));
  }
  return out;
}

function countText(inputs: readonly AbiParameter[]): string {
  if (inputs.length === 0) return 'no arguments';
  const list = listText(inputs, ({ name, type }) => `${name}: ${typeText(type)}`);
  return `${inputs.length} ${inputs.length === 1 ? 'argument' : 'arguments'} (${list})`;
}

/** The felts of one value. */
export function encodeValue(type: AbiType, value: unknown, what = 'value'): Felt[] {
  const out: Felt[] = [];
  encode(type, value, new Place(what, abiLimits), out);
  return out;
}

/** What a function returns as felts: the mirror of `decodeResult`. */
export function encodeResult({ name, outputs }: Pick<AbiFunction, 'name' | 'outputs'>, value: unknown): Felt[] {
  if (outputs.length === 1) return encodeValue(outputs[0]!.type, value, `what ${name} returns`);
  if (outputs.length > 1) return encodeArguments({ name, inputs: outputs }, value as Readonly<Record<string, unknown>>);
  if (value === undefined) return [];
  throw new AbiError(`${name} returns nothing: expected undefined, got ${valueText(value)}`);
}

/** Appends the felts of a value. */
export function encode(type: AbiType, value: unknown, place: Place, out: Felt[]): void {
  switch (type.kind) {
    case 'felt':
      out.push(feltOf(type, value, place));
      return;
    case 'integer':
      out.push(reduce(integerOf(type, value, type.min, type.max, place)));
      return;
    case 'limbs': {
      const { bits, count } = type;
      let rest = integerOf(type, value, 0n, 2n ** (bits * BigInt(count)) - 1n, place);
      for (let i = 0; i < count; i++, rest >>= bits) out.push(BigInt.asUintN(Number(bits), rest) as Felt);
      return;
    }
    case 'bool':
      if (typeof value !== 'boolean') mismatch(place, 'bool (true or false)', value);
      out.push((value ? 1n : 0n) as Felt);
      return;
    case 'byteArray':
      for (const felt of feltsOfBytes(bytesOf(value, place))) out.push(felt);
      return;
    case 'array':
      if (!Array.isArray(value)) mismatch(place, `${typeText(type)} (an array)`, value);
      out.push(BigInt(value.length) as Felt);
      encodeItems(value, () => type.item, place, out);
      return;
    case 'fixedArray':
    case 'tuple': {
      const isTuple = type.kind === 'tuple';
      const length = isTuple ? type.items.length : type.length;
      if (length === 0 && (value === undefined || value === null)) return;
      if (!Array.isArray(value) || value.length !== length)
        mismatch(place, `${typeText(type)} (an array of ${length})`, value);
      encodeItems(value, isTuple ? (i) => type.items[i]! : () => type.item, place, out);
      return;
    }
    case 'struct':
      if (!isRecord(value)) mismatch(place, `${typeText(type)} (an object with ${namesOf(type.members)})`, value);
      checkNames(type.members, value, `${place}`);
      for (const { name, type: inner } of type.members) place.enter(name, () => encode(inner, value[name], place, out));
      return;
    case 'enum':
      encodeEnum(type, value, place, out);
      return;
    case 'option':
      encodeOption(type, value, place, out);
      return;
    case 'result': {
      const [name, inner] = onlyMember(value) ?? [];
      if (name !== 'Ok' && name !== 'Err') mismatch(place, `${typeText(type)} ({ Ok: … } or { Err: … })`, value);
      out.push((name === 'Ok' ? 0n : 1n) as Felt);
      place.enter(name, () => encode(name === 'Ok' ? type.ok : type.error, inner, place, out));
      return;
    }
    case 'nonZero': {
      const start = out.length;
      encode(type.value, value, place, out);
      if (out.slice(start).every((felt) => felt === 0n)) place.fail(`expected ${typeText(type)}, got zero`);
      return;
    }
    case 'unknown':
      place.fail(`the ABI does not define the type ${type.name || 'of this value'}`);
  }
}

function encodeItems(values: readonly unknown[], typeAt: (i: number) => AbiType, place: Place, out: Felt[]): void {
  for (let i = 0; i < values.length; i++) place.enter(i, () => encode(typeAt(i), values[i], place, out));
}

function encodeEnum(type: AbiType & { kind: 'enum' }, value: unknown, place: Place, out: Felt[]): void {
  const [name, inner] = typeof value === 'string' ? [value, undefined] : (onlyMember(value) ?? []);
  const index = type.variants.findIndex((variant) => variant.name === name);
  const variant = type.variants[index];
  const isPlain = typeof value === 'string';
  if (!variant || (isPlain && !isUnit(variant.type))) mismatch(place, `${typeText(type)} (${formsOf(type)})`, value);
  out.push(BigInt(index) as Felt);
  place.enter(variant.name, () => encode(variant.type, inner, place, out));
}

const formsOf = ({ variants }: AbiType & { kind: 'enum' }): string =>
  listText(variants, ({ name, type }) => (isUnit(type) ? `'${name}'` : `{ ${name}: … }`));

/**
 * None is null or undefined, Some is the value itself. `{ Some: value }` and `{ None: null }` say the same where they
 * cannot be values themselves. An Option in an Option needs `{ Some: … }`, since null is None of the outer one.
 */
function encodeOption(type: AbiType & { kind: 'option' }, value: unknown, place: Place, out: Felt[]): void {
  const explicit = hasExplicitForm(type.value) ? onlyMember(value) : undefined;
  if (value === null || value === undefined || (explicit?.[0] === 'None' && (explicit[1] ?? null) === null)) {
    out.push(1n as Felt);
    return;
  }
  const isSome = explicit?.[0] === 'Some';
  if (isNullable(type.value) && !isSome) mismatch(place, `${typeText(type)} ({ Some: … } or null)`, value);
  out.push(0n as Felt);
  if (isSome) place.enter('Some', () => encode(type.value, explicit[1], place, out));
  else encode(type.value, value, place, out);
}

/** Whether null can be a value of a type. */
export const isNullable = (type: AbiType): boolean =>
  type.kind === 'option' || (type.kind === 'nonZero' && isNullable(type.value));

/** Whether `{ Some: … }` is never a value of the type itself. */
function hasExplicitForm(type: AbiType): boolean {
  if (type.kind === 'nonZero') return hasExplicitForm(type.value);
  const names = type.kind === 'struct' ? type.members : type.kind === 'enum' ? type.variants : [];
  return !names.some(({ name }) => name === 'Some' || name === 'None');
}

/** A number that is too large or too small, without the `n` of JavaScript: the command shows it too. */
const numberText = (value: unknown): string => (typeof value === 'bigint' ? String(value) : valueText(value));

function feltOf(type: AbiType & { kind: 'felt' }, value: unknown, place: Place): Felt {
  let felt = readHex(value);
  if (felt === undefined && type.name === 'felt252' && typeof value === 'number') felt = readInteger(value);
  // Accounts and contracts stand for their addresses.
  if (felt === undefined && type.name === 'ContractAddress' && isRecord(value)) felt = readHex(value['address']);
  if (felt === undefined) mismatch(place, expectedOf(type), value);
  if (felt < 0n || felt >= type.bound)
    place.fail(`${numberText(value)} does not fit ${type.name} (0 to 0x${(type.bound - 1n).toString(16)})`);
  return felt as Felt;
}

function integerOf(
  type: AbiType & { kind: 'integer' | 'limbs' },
  value: unknown,
  min: bigint,
  max: bigint,
  place: Place,
): bigint {
  const integer = readInteger(value);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    place.fail(`the number ${value} is too large to be exact; give a bigint`);
  if (integer === undefined) mismatch(place, expectedOf(type), value);
  if (integer < min || integer > max) place.fail(`${numberText(value)} does not fit ${type.name} (${min} to ${max})`);
  return integer;
}

const encoder = new TextEncoder();

function bytesOf(value: unknown, place: Place): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'string') mismatch(place, 'ByteArray (text or Uint8Array)', value);
  if (/\p{Surrogate}/u.test(value)) place.fail('the text has half of a surrogate pair, which UTF-8 cannot express');
  return encoder.encode(value);
}

function mismatch(place: Place, expected: string, value: unknown): never {
  place.fail(`expected ${expected}, got ${valueText(value)}`);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** The name and value of an object that has one member; undefined for anything else. */
function onlyMember(value: unknown): readonly [string, unknown] | undefined {
  if (!isRecord(value)) return undefined;
  const names = Object.keys(value);
  return names.length === 1 ? [names[0]!, value[names[0]!]] : undefined;
}

const namesOf = (members: readonly { readonly name: string }[]): string =>
  members.length === 0 ? 'no members' : listText(members, ({ name }) => name);

/** Checks that an object has the members of a type and no others, so that a typing error is no silent default. */
export function checkNames(
  members: readonly { readonly name: string }[],
  value: Readonly<Record<string, unknown>>,
  what: string,
): void {
  const wanted = new Set(members.map(({ name }) => name));
  for (const { name } of members)
    if (!Object.hasOwn(value, name))
      throw new AbiError(`${what}: \`${name}\` is missing (expected ${namesOf(members)})`);
  for (const name of Object.keys(value))
    if (!wanted.has(name)) throw new AbiError(`${what}: there is no \`${name}\` (expected ${namesOf(members)})`);
}
