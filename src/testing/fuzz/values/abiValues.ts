// Values of every Cairo type, from an ABI.
import { AbiError } from '../../../abi/abiError.ts';
import { type AbiParameter, type AbiType, isUnit, typeText } from '../../../abi/abiType.ts';
import { functionNamed } from '../../../abi/calldata.ts';
import { innerTypes } from '../../../abi/innerTypes.ts';
import { readAbi } from '../../../abi/readAbi.ts';
import { hexOf, readHex, shortString } from '../../../abi/scalars.ts';
import type { Abi } from '../../../abi/types.ts';
import type { Felt } from '../../../felt/felt.ts';
import type { Choices } from '../../draws.ts';
import { DEEPEST, fitsType, isWrapped, isZero } from './fitsType.ts';
import { integersIn } from './integers.ts';
import { type Hints, KnownAddress, pick, pickRecent, type Values } from './values.ts';

const MOST_ITEMS = 4;
/** Deeper types end as soon as they can. */
const DEEP = 3;
const TEXTS = ['', 'a', 'hello', 'a'.repeat(31), 'a'.repeat(32), 'a'.repeat(62), 'é', '\0', '"\\\n'] as const;

/** The values of a type. Throws an AbiError for one that the ABI does not define. */
export function valuesOf(type: AbiType): Values<unknown> {
  const missing = undefinedIn(type);
  if (missing !== undefined) throw new AbiError(`the ABI does not define the type ${missing}`);
  return {
    draw: (choices, hints) => drawOf(type, choices, hints, 0),
    simpler: (value, hints) => simplerThan(type, value, hints),
    has: (value) => fitsType(type, value),
  };
}

/**
 * Lists of arguments for a function of a contract, by the types in its ABI. `args` replaces the values of some parameters.
 *
 * @throws AbiError for a function that the contract does not have.
 * @example
 * const args = argumentsOf(token, 'transfer', { amount: between(1n, 100n) });
 */
export function argumentsOf(
  { abi }: { readonly abi: Abi },
  name: string,
  args: Readonly<Record<string, Values<unknown>>> = {},
): Values<unknown[]> {
  const { inputs } = functionNamed(readAbi(abi), name);
  for (const given of Object.keys(args))
    if (!inputs.some((input) => input.name === given))
      throw new AbiError(
        `${name} has no parameter ${given}. It has ${inputs.map((input) => input.name).join(', ') || 'none'}.`,
      );
  return listOf(inputs.map((input) => args[input.name] ?? valuesOf(input.type)));
}

/** Lists with one value of each set. */
export function listOf(sets: readonly Values<unknown>[]): Values<unknown[]> {
  return {
    draw: (choices, hints) => sets.map((set) => set.draw(choices, hints)),
    *simpler(values, hints) {
      for (const [i, set] of sets.entries())
        for (const simpler of set.simpler(values[i], hints)) yield values.with(i, simpler);
    },
    has: (values) => {
      if (!Array.isArray(values) || values.length !== sets.length) return false;
      const found = sets.map((set, i) => set.has(values[i]));
      return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
    },
  };
}

/** Whether the ABI defines a type and its parts, so that it has values. */
export const isDefined = (type: AbiType): boolean => undefinedIn(type) === undefined;

function undefinedIn(type: AbiType, seen = new Set<AbiType>()): string | undefined {
  if (seen.has(type)) return undefined;
  seen.add(type);
  if (type.kind === 'unknown') return type.name || 'of a value';
  for (const part of innerTypes(type)) {
    const missing = undefinedIn(part, seen);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

function drawOf(type: AbiType, choices: Choices, hints: Hints, depth: number): unknown {
  if (depth > DEEPEST) throw new AbiError(`${typeText(type)} contains itself without an end.`);
  const inner = (part: AbiType) => drawOf(part, choices, hints, depth + 1);
  switch (type.kind) {
    case 'felt':
      return drawFelt(type, choices, hints);
    case 'limbs':
      return recentId(2n ** (type.bits * BigInt(type.count)), choices, hints) ?? numbersOf(type).draw(choices, hints);
    case 'integer':
      return numbersOf(type).draw(choices, hints);
    case 'bool':
      return choices.below(2) === 1;
    case 'byteArray':
      return choices.below(3) === 0 ? 'x'.repeat(choices.below(70)) : pick(choices, TEXTS);
    case 'array':
      return Array.from({ length: depth > DEEP ? 0 : choices.below(MOST_ITEMS + 1) }, () => inner(type.item));
    case 'fixedArray':
      return Array.from({ length: type.length }, () => inner(type.item));
    case 'tuple':
      return type.items.map(inner);
    case 'struct':
      return Object.fromEntries(type.members.map((member) => [member.name, inner(member.type)]));
    case 'enum': {
      const units = type.variants.filter((variant) => isUnit(variant.type));
      const variants = depth > DEEP && units.length > 0 ? units : type.variants;
      const { name, type: value } = pick(choices, variants);
      return isUnit(value) ? name : { [name]: inner(value) };
    }
    case 'option':
      if (depth > DEEP || choices.below(3) === 0) return null;
      return someOf(type.value, inner(type.value));
    case 'result':
      return choices.below(2) === 0 ? { Ok: inner(type.ok) } : { Err: inner(type.error) };
    case 'nonZero': {
      for (let attempt = 0; attempt < 8; attempt++) {
        const value = inner(type.value);
        if (!isZero(value)) return value;
      }
      return 1n;
    }
    case 'unknown':
      throw new AbiError(`the ABI does not define the type ${type.name}`);
  }
}

/** Some(value). */
const someOf = (type: AbiType, value: unknown): unknown => (isWrapped(type) ? { Some: value } : value);

const numbersOf = (type: AbiType & { kind: 'integer' | 'limbs' }): Values<bigint> =>
  type.kind === 'integer' ? integersIn(type.min, type.max) : anyBelow(2n ** (type.bits * BigInt(type.count)));

function drawFelt({ name, bound }: AbiType & { kind: 'felt' }, choices: Choices, hints: Hints): unknown {
  const number = () => hexOf(anyBelow(bound).draw(choices, hints) as Felt);
  const recent = () => {
    const id = recentId(bound, choices, hints);
    return id === undefined ? undefined : hexOf(id as Felt);
  };
  if (name === 'ContractAddress' && hints.addresses.length > 0) {
    if (choices.below(8) === 0) return pick(choices, ['0x0', '0x1', number()]);
    return recent() ?? pick(choices, hints.addresses);
  }
  if (name === 'ClassHash' && hints.classHashes.length > 0 && choices.below(8) > 0)
    return pick(choices, hints.classHashes);
  if (name === 'felt252' && choices.below(8) === 0) return shortString(drawText(choices));
  return recent() ?? number();
}

const anyBelow = (bound: bigint): Values<bigint> => integersIn(0n, bound - 1n);

/** Now and then an id that events had, if one is known. */
function recentId(bound: bigint, choices: Choices, { recentIds }: Hints): bigint | undefined {
  const ids = recentIds.filter((id) => id < bound);
  return ids.length > 0 && choices.below(4) === 0 ? pickRecent(choices, ids) : undefined;
}

/** The text of a short string. */
const drawText = (choices: Choices): string =>
  Array.from({ length: choices.below(32) }, () => String.fromCharCode(32 + choices.below(95))).join('');

/** Simpler values of a type, the simplest first. */
function* simplerThan(type: AbiType, value: unknown, hints: Hints): Iterable<unknown> {
  switch (type.kind) {
    case 'felt': {
      if (value instanceof KnownAddress) {
        yield* hints.addresses.slice(0, Math.max(0, hints.addresses.indexOf(value)));
        return;
      }
      if (type.name === 'ContractAddress') yield* hints.addresses;
      const number = readHex(value);
      if (number === undefined) return;
      for (const simpler of anyBelow(type.bound).simpler(number, hints)) yield hexOf(simpler as Felt);
      return;
    }
    case 'integer':
    case 'limbs':
      yield* numbersOf(type).simpler(value as bigint, hints);
      return;
    case 'bool':
      if (value) yield false;
      return;
    case 'byteArray':
      yield* shorterTexts(value as string);
      return;
    case 'array':
      yield* simplerLists(type.item, value as readonly unknown[], hints);
      return;
    case 'fixedArray':
    case 'tuple': {
      const items = value as readonly unknown[];
      for (const [i, item] of items.entries())
        for (const simpler of simplerThan(type.kind === 'tuple' ? type.items[i]! : type.item, item, hints))
          yield items.with(i, simpler);
      return;
    }
    case 'struct':
      for (const { name, type: inner } of type.members) {
        const whole = value as Readonly<Record<string, unknown>>;
        for (const simpler of simplerThan(inner, whole[name], hints)) yield { ...whole, [name]: simpler };
      }
      return;
    case 'enum':
      yield* simplerVariants(type.variants, value, hints);
      return;
    case 'result':
      yield* simplerVariants(
        [
          { name: 'Ok', type: type.ok },
          { name: 'Err', type: type.error },
        ],
        value,
        hints,
      );
      return;
    case 'option': {
      if (value === null) return;
      yield null;
      const inner = isWrapped(type.value) ? (value as { readonly Some: unknown }).Some : value;
      for (const simpler of simplerThan(type.value, inner, hints)) yield someOf(type.value, simpler);
      return;
    }
    case 'nonZero':
      for (const simpler of simplerThan(type.value, value, hints)) if (!isZero(simpler)) yield simpler;
      return;
    case 'unknown':
  }
}

function* shorterTexts(text: string): Iterable<string> {
  if (text === '') return;
  yield '';
  for (let cut = Math.floor(text.length / 2); cut > 0; cut = Math.floor(cut / 2))
    yield text.slice(0, text.length - cut);
}

function* simplerLists(type: AbiType, items: readonly unknown[], hints: Hints): Iterable<unknown> {
  if (items.length === 0) return;
  yield [];
  for (let i = items.length - 1; i >= 0; i--) yield items.toSpliced(i, 1);
  for (const [i, item] of items.entries())
    for (const simpler of simplerThan(type, item, hints)) yield items.with(i, simpler);
}

/** The earlier variants that have no value, and simpler values of the same variant. */
function* simplerVariants(variants: readonly AbiParameter[], value: unknown, hints: Hints): Iterable<unknown> {
  const name = typeof value === 'string' ? value : Object.keys(value as object)[0]!;
  const index = variants.findIndex((variant) => variant.name === name);
  for (const variant of variants.slice(0, Math.max(0, index))) if (isUnit(variant.type)) yield variant.name;
  const variant = variants[index];
  if (!variant || isUnit(variant.type)) return;
  for (const simpler of simplerThan(variant.type, (value as Readonly<Record<string, unknown>>)[name], hints))
    yield { [name]: simpler };
}
