import { type AbiParameter, type AbiType, isUnit } from '../../../abi/abiType.ts';
import { isNullable } from '../../../abi/encode.ts';
import { readHex } from '../../../abi/scalars.ts';
import { KnownAddress } from './values.ts';

/** Values of deeper types are neither drawn nor taken: recursive ones would go on for ever. */
export const DEEPEST = 16;

/** Whether a value is one of a type, in the form in which values are drawn. */
export function fitsType(type: AbiType, value: unknown, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  const fits = (part: AbiType, inner: unknown) => fitsType(part, inner, depth + 1);
  switch (type.kind) {
    case 'felt':
      if (value instanceof KnownAddress) return type.name === 'ContractAddress';
      return isIn(readHex(value), 0n, type.bound - 1n);
    case 'integer':
      return isIn(value, type.min, type.max);
    case 'limbs':
      return isIn(value, 0n, 2n ** (type.bits * BigInt(type.count)) - 1n);
    case 'bool':
      return typeof value === 'boolean';
    case 'byteArray':
      return typeof value === 'string';
    case 'array':
      return Array.isArray(value) && value.every((item) => fits(type.item, item));
    case 'fixedArray':
      return Array.isArray(value) && value.length === type.length && value.every((item) => fits(type.item, item));
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.length === type.items.length &&
        type.items.every((item, i) => fits(item, value[i]))
      );
    case 'struct':
      return isPlain(value) && type.members.every((member) => fits(member.type, value[member.name]));
    case 'enum':
      return fitsVariant(type.variants, value, fits);
    case 'result':
      return fitsVariant(
        [
          { name: 'Ok', type: type.ok },
          { name: 'Err', type: type.error },
        ],
        value,
        fits,
      );
    case 'option':
      if (value === null) return true;
      if (!isWrapped(type.value)) return fits(type.value, value);
      return isPlain(value) && 'Some' in value && fits(type.value, value['Some']);
    case 'nonZero':
      return !isZero(value) && fits(type.value, value);
    case 'unknown':
      return false;
  }
}

const isIn = (value: unknown, min: bigint, max: bigint): boolean =>
  typeof value === 'bigint' && value >= min && value <= max;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fitsVariant(
  variants: readonly AbiParameter[],
  value: unknown,
  fits: (type: AbiType, inner: unknown) => boolean,
): boolean {
  const names = typeof value === 'string' ? [value] : isPlain(value) ? Object.keys(value) : [];
  const variant = variants.find(({ name }) => name === names[0]);
  if (!variant || names.length !== 1) return false;
  if (typeof value === 'string') return isUnit(variant.type);
  return !isUnit(variant.type) && fits(variant.type, (value as Readonly<Record<string, unknown>>)[variant.name]);
}

/** Whether Some of a type is written as { Some: value }: null would be None, and an object with one member could be read as the option itself. */
export const isWrapped = (type: AbiType): boolean => isNullable(type) || type.kind === 'struct' || type.kind === 'enum';

export const isZero = (value: unknown): boolean => value === 0n || value === '0x0';
