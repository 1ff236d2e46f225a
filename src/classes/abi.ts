import { parseJson } from '../json/parseJson.ts';
import { parsePlain } from '../json/parsePlain.ts';
import { writePythonJson } from '../json/pythonJson.ts';
import { requestJson } from '../protocol/limits.ts';
import { ClassError } from './classError.ts';

/** An ABI with its items in the compiler's form, without unknown members. */
type AbiValue = string | readonly AbiValue[] | { readonly [key: string]: AbiValue };

const MAX_DEPTH = 16;
/** Such an ABI is too short to exceed `requestJson`. */
const PLAIN_ABI_CHARS = 2 ** 18;
const ITEM_TYPES = ['function', 'constructor', 'l1_handler', 'event', 'struct', 'enum', 'interface', 'impl'] as const;
type ItemType = (typeof ITEM_TYPES)[number];

/**
 * The text of an ABI that a class hash covers. The ABI (a text or a list) is read item by item and written again in
 * the compiler's order with Python's spacing, so the sender's spacing does not matter. Without an ABI the text is empty.
 */
export function normaliseAbi(abi: unknown): string {
  if (abi === undefined || abi === null || abi === '') return '';
  let parsed: unknown = abi;
  if (typeof abi === 'string')
    try {
      parsed = parsePlain(abi, PLAIN_ABI_CHARS) ?? parseJson(abi, requestJson);
    } catch (error) {
      throw new ClassError(`The ABI is not JSON: ${(error as Error).message}. Send the ABI the Cairo compiler wrote.`);
    }
  return writePythonJson(readItems(parsed, 'abi', 0), { ascii: false });
}

/** The text of an ABI in `getClass`, without white space. Its length is part of the fee of a declaration. */
export function compactAbi(abi: string): string {
  return abi === '' ? '' : JSON.stringify(JSON.parse(abi));
}

function readItems(value: unknown, at: string, depth: number): AbiValue[] {
  if (depth > MAX_DEPTH) throw new ClassError(`The ABI nests deeper than ${MAX_DEPTH} levels at ${at}.`);
  return list(value, at).map((item, i) => readItem(item, `${at}[${i}]`, depth));
}

function readItem(value: unknown, at: string, depth: number): AbiValue {
  const item = record(value, at);
  const type = item['type'];
  if (typeof type !== 'string')
    throw new ClassError(`${at} has no type. An ABI item names its type, such as "function".`);
  if (!ITEM_TYPES.includes(type as ItemType)) {
    const expected = ITEM_TYPES.map((name) => `\`${name}\``).join(', ');
    throw new ClassError(`unknown variant \`${type}\`, expected one of ${expected}`);
  }
  const name = text(item, 'name', at);
  switch (type as ItemType) {
    case 'function':
    case 'l1_handler':
      return {
        type,
        name,
        inputs: fields(item, 'inputs', at),
        outputs: list(item['outputs'], `${at}.outputs`).map((output, i) => {
          const where = `${at}.outputs[${i}]`;
          return { type: text(record(output, where), 'type', where) };
        }),
        state_mutability: oneOf(item, 'state_mutability', ['external', 'view'], at),
      };
    case 'constructor':
      return { type, name, inputs: fields(item, 'inputs', at) };
    case 'event': {
      const kind = oneOf(item, 'kind', ['struct', 'enum'], at);
      const parts = kind === 'struct' ? 'members' : 'variants';
      return { type, name, kind, [parts]: eventFields(item, parts, at) };
    }
    case 'struct':
      return { type, name, members: fields(item, 'members', at) };
    case 'enum':
      return { type, name, variants: fields(item, 'variants', at) };
    case 'interface':
      return { type, name, items: readItems(item['items'], `${at}.items`, depth + 1) };
    case 'impl':
      return { type, name, interface_name: text(item, 'interface_name', at) };
  }
}

function fields(item: Record<string, unknown>, key: string, at: string): AbiValue[] {
  return list(item[key], `${at}.${key}`).map((field, i) => {
    const where = `${at}.${key}[${i}]`;
    const entry = record(field, where);
    return { name: text(entry, 'name', where), type: text(entry, 'type', where) };
  });
}

function eventFields(item: Record<string, unknown>, key: string, at: string): AbiValue[] {
  return list(item[key], `${at}.${key}`).map((field, i) => {
    const where = `${at}.${key}[${i}]`;
    const entry = record(field, where);
    return {
      name: text(entry, 'name', where),
      type: text(entry, 'type', where),
      kind: oneOf(entry, 'kind', ['key', 'data', 'nested', 'flat'], where),
    };
  });
}

function record(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClassError(`${at} must be an object. Send the ABI the Cairo compiler wrote.`);
  return value as Record<string, unknown>;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ClassError(`${at} must be a list. Send the ABI the Cairo compiler wrote.`);
  return value;
}

function text(item: Record<string, unknown>, key: string, at: string): string {
  const value = item[key];
  if (typeof value !== 'string') throw new ClassError(`missing field \`${key}\` in ${at}: it must be a text.`);
  return value;
}

function oneOf(item: Record<string, unknown>, key: string, allowed: readonly string[], at: string): string {
  const value = text(item, key, at);
  if (!allowed.includes(value)) {
    const expected = allowed.map((name) => `\`${name}\``).join(', ');
    throw new ClassError(`unknown variant \`${value}\`, expected one of ${expected} in ${at}.${key}`);
  }
  return value;
}
