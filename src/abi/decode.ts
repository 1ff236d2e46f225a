import type { Felt } from '../felt/felt.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiFunction } from './abiModel.ts';
import { type AbiParameter, type AbiType, isUnit, typeText } from './abiType.ts';
import { utf8Text } from './byteArray.ts';
import { isNullable } from './encode.ts';
import { FeltReader } from './feltReader.ts';
import { shortStringOf } from './panicData.ts';
import { Place } from './place.ts';
import { hexOf } from './scalars.ts';

/** The arguments in calldata, by the names of the parameters. Throws an AbiError when the felts do not fit. */
export function decodeArguments(
  { inputs }: Pick<AbiFunction, 'inputs'>,
  calldata: readonly Felt[],
): Record<string, unknown> {
  const reader = new FeltReader(calldata, new Place('calldata', abiLimits));
  const args = decodeMembers(inputs, reader);
  reader.end('the arguments');
  return args;
}

/**
 * What a function returned: nothing is undefined, and one value stands for itself. Functions of Cairo 0 may have several
 * results, which come as an object by their names.
 */
export function decodeResult({ outputs }: Pick<AbiFunction, 'outputs'>, retdata: readonly Felt[]): unknown {
  const reader = new FeltReader(retdata, new Place('result', abiLimits));
  const [first] = outputs;
  let result: unknown;
  // A ByteArray is never one felt: this is an older contract, whose texts are short strings.
  if (outputs.length === 1 && first!.type.kind === 'byteArray' && retdata.length === 1) {
    const text = retdata[0] === 0n ? '' : shortStringOf(retdata[0]!);
    if (text !== undefined) return text;
  }
  if (outputs.length === 1) result = decode(first!.type, reader);
  else if (outputs.length > 1) result = decodeMembers(outputs, reader);
  reader.end('the result');
  return result;
}

/** The one value in a list of felts. */
export function decodeValue(type: AbiType, felts: readonly Felt[], what = 'value'): unknown {
  const reader = new FeltReader(felts, new Place(what, abiLimits));
  const value = decode(type, reader);
  reader.end('the value');
  return value;
}

/** Takes the next value: the exact mirror of `encode`. */
export function decode(type: AbiType, reader: FeltReader): unknown {
  const { place } = reader;
  switch (type.kind) {
    case 'felt':
      return hexOf(reader.below(type.bound, type.name));
    case 'integer':
    case 'limbs':
      return reader.integer(type);
    case 'bool':
      return reader.bool();
    case 'byteArray': {
      const text = utf8Text(reader.bytes());
      if (text === undefined) place.fail('the bytes of the ByteArray are not UTF-8 text');
      return text;
    }
    case 'array':
      return decodeItems(reader.length(type, abiLimits.values), () => type.item, reader);
    case 'fixedArray':
      if (type.length > abiLimits.values) place.fail(`${typeText(type)} is too large`);
      return decodeItems(type.length, () => type.item, reader);
    case 'tuple':
      return decodeItems(type.items.length, (i) => type.items[i]!, reader);
    case 'struct':
      return decodeMembers(type.members, reader);
    case 'enum': {
      const variant = type.variants[Number(reader.below(BigInt(type.variants.length), typeText(type)))]!;
      const value = place.enter(variant.name, () => decode(variant.type, reader));
      return isUnit(variant.type) ? variant.name : objectOf([[variant.name, value]]);
    }
    case 'option': {
      if (reader.below(2n, typeText(type)) === 1n) return null;
      return isNullable(type.value)
        ? { Some: place.enter('Some', () => decode(type.value, reader)) }
        : decode(type.value, reader);
    }
    case 'result':
      return reader.below(2n, typeText(type)) === 0n
        ? { Ok: place.enter('Ok', () => decode(type.ok, reader)) }
        : { Err: place.enter('Err', () => decode(type.error, reader)) };
    case 'nonZero': {
      const value = decode(type.value, reader);
      if (value === 0n || value === '0x0') place.fail(`expected ${typeText(type)}, got zero`);
      return value;
    }
    case 'unknown':
      return place.fail(`the ABI does not define the type ${type.name || 'of this value'}`);
  }
}

function decodeItems(length: number, typeAt: (i: number) => AbiType, reader: FeltReader): unknown[] {
  const items: unknown[] = [];
  for (let i = 0; i < length; i++) items.push(reader.place.enter(i, () => decode(typeAt(i), reader)));
  return items;
}

function decodeMembers(members: readonly AbiParameter[], reader: FeltReader): Record<string, unknown> {
  return objectOf(members.map(({ name, type }) => [name, reader.place.enter(name, () => decode(type, reader))]));
}

/** An object with these members of its own, whatever their names are. */
export function objectOf(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(members); // Defines own properties: `__proto__` is a name like any other.
}
