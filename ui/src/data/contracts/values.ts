// Texts that people type, as values of an ABI.
import type { AbiType } from '../../../../src/abi/abiType.ts';
import { isUnit, typeText } from '../../../../src/abi/abiType.ts';
import { shortString } from '../../../../src/abi/scalars.ts';
import { type Felt, toFelt } from '../../../../src/felt/felt.ts';
import { wholeNumber } from '../../../../src/text/wholeNumber.ts';
import { readJson } from '../../transport/jsonRpc.ts';
import { ungrouped } from '../text/amounts.ts';

/** A felt of the node's, which is always valid. */
export const feltOfText = (text: string): Felt => toFelt(BigInt(text));

const QUOTED = /^'(.*)'$/s;

/** A whole number as people type it: as options take it, and also with a minus sign, commas between groups of three digits, or blanks. Undefined if it is none. */
export function readWhole(text: string): bigint | undefined {
  const [, sign, digits] = /^(-?)(.*)$/.exec(ungrouped(text).replace(/[_\s]/g, ''))!;
  const value = wholeNumber(digits!);
  return sign && value !== undefined ? -value : value;
}

/** The value that a text means for a type. What it cannot be read as goes to the encoder as it is, which says what it expects. */
export function readValue(type: AbiType, text: string): unknown {
  switch (type.kind) {
    case 'felt': {
      const quoted = QUOTED.exec(text.trim())?.[1];
      return quoted === undefined ? (readWhole(text) ?? text) : shortString(quoted);
    }
    case 'integer':
    case 'limbs':
      return readWhole(text) ?? text;
    case 'bool':
      return text === 'true';
    case 'byteArray':
      return text;
    case 'nonZero':
      return readValue(type.value, text);
    case 'option':
      return text.trim() === '' ? null : readValue(type.value, text);
    default:
      return readNested(type, text);
  }
}

/** Lists, structs and enums are written as JSON. The name of a plain variant may stand alone. */
function readNested(type: AbiType, text: string): unknown {
  const trimmed = text.trim();
  if (type.kind === 'enum' && /^\w+$/.test(trimmed)) return trimmed;
  try {
    return readJson(trimmed === '' ? 'null' : trimmed);
  } catch {
    throw new Error(`Write ${typeText(type)} as JSON, such as ${example(type)}.`);
  }
}

/** A value of a type, as the form shows it for an example. */
export function example(type: AbiType, depth = 0): string {
  if (depth > 4) return '…';
  const inner = (of: AbiType) => example(of, depth + 1);
  switch (type.kind) {
    case 'felt':
      if (depth > 0) return '"0x1"';
      return /Address|Hash/.test(type.name) ? '0x…' : "0x1 or 'text'";
    case 'integer':
    case 'limbs':
      return depth === 0 ? '1000 or 1e18' : '1';
    case 'bool':
      return 'true';
    case 'byteArray':
      return depth === 0 ? 'text' : '"text"';
    case 'array':
    case 'fixedArray':
      return `[${inner(type.item)}, …]`;
    case 'tuple':
      return `[${type.items.map(inner).join(', ')}]`;
    case 'struct':
      return `{${type.members
        .slice(0, 6)
        .map(({ name, type }) => `"${name}": ${inner(type)}`)
        .join(', ')}}`;
    case 'enum':
      return type.variants
        .slice(0, 4)
        .map((variant) => exampleVariant(variant, depth))
        .join(' or ');
    case 'option':
      return `empty or ${inner(type.value)}`;
    case 'result':
      return `{"Ok": ${inner(type.ok)}}`;
    case 'nonZero':
      return inner(type.value);
    case 'unknown':
      return '?';
  }
}

/** A variant of an enum: its name, or JSON if it has a value. */
function exampleVariant({ name, type }: { readonly name: string; readonly type: AbiType }, depth: number): string {
  if (!isUnit(type)) return `{"${name}": ${example(type, depth + 1)}}`;
  return depth === 0 ? name : `"${name}"`;
}
