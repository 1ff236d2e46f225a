import { finish, type Steps } from '../async/steps.ts';
import { parseJsonSteps } from '../json/parseJson.ts';
import { parsePlain } from '../json/parsePlain.ts';
import { pythonJsonSteps } from '../json/pythonJson.ts';
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
export const normaliseAbi = (abi: unknown): string => finish(normaliseAbiSteps(abi));

/** Does the same with pauses. */
export function* normaliseAbiSteps(abi: unknown): Steps<string> {
  if (abi === undefined || abi === null || abi === '') return '';
  let parsed: unknown = abi;
  if (typeof abi === 'string')
    try {
      parsed = parsePlain(abi, PLAIN_ABI_CHARS) ?? (yield* parseJsonSteps(abi, requestJson));
    } catch (error) {
      throw new ClassError(`The ABI is not JSON: ${(error as Error).message}. Send the ABI the Cairo compiler wrote.`);
    }
  return yield* pythonJsonSteps(yield* readItems(parsed, 'abi', 0), { ascii: false });
}

/** The text of an ABI in `getClass`, without white space. Its length is part of the fee of a declaration. */
export function compactAbi(abi: string): string {
  return abi === '' ? '' : JSON.stringify(JSON.parse(abi));
}

/** Items and members that are read between two pauses. */
const AT_ONCE = 256;

function* readItems(value: unknown, at: string, depth: number): Steps<AbiValue[]> {
  if (depth > MAX_DEPTH) throw new ClassError(`The ABI nests deeper than ${MAX_DEPTH} levels at ${at}.`);
  const items: AbiValue[] = [];
  for (const item of list(value, at)) {
    items.push(yield* readItem(item, `${at}[${items.length}]`, depth));
    if (items.length % AT_ONCE === 0) yield;
  }
  return items;
}

/** Reads the members of an item. */
function* readEach(
  value: unknown,
  at: string,
  read: (member: Record<string, unknown>, at: string) => AbiValue,
): Steps<AbiValue[]> {
  const members: AbiValue[] = [];
  for (const member of list(value, at)) {
    const where = `${at}[${members.length}]`;
    members.push(read(record(member, where), where));
    if (members.length % AT_ONCE === 0) yield;
  }
  return members;
}

function* readItem(value: unknown, at: string, depth: number): Steps<AbiValue> {
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
        inputs: yield* fields(item, 'inputs', at),
        outputs: yield* readEach(item['outputs'], `${at}.outputs`, (output, where) => ({
          type: text(output, 'type', where),
        })),
        state_mutability: oneOf(item, 'state_mutability', ['external', 'view'], at),
      };
    case 'constructor':
      return { type, name, inputs: yield* fields(item, 'inputs', at) };
    case 'event': {
      const kind = oneOf(item, 'kind', ['struct', 'enum'], at);
      const parts = kind === 'struct' ? 'members' : 'variants';
      return { type, name, kind, [parts]: yield* eventFields(item, parts, at) };
    }
    case 'struct':
      return { type, name, members: yield* fields(item, 'members', at) };
    case 'enum':
      return { type, name, variants: yield* fields(item, 'variants', at) };
    case 'interface':
      return { type, name, items: yield* readItems(item['items'], `${at}.items`, depth + 1) };
    case 'impl':
      return { type, name, interface_name: text(item, 'interface_name', at) };
  }
}

const fields = (item: Record<string, unknown>, key: string, at: string): Steps<AbiValue[]> =>
  readEach(item[key], `${at}.${key}`, (entry, where) => ({
    name: text(entry, 'name', where),
    type: text(entry, 'type', where),
  }));

const eventFields = (item: Record<string, unknown>, key: string, at: string): Steps<AbiValue[]> =>
  readEach(item[key], `${at}.${key}`, (entry, where) => ({
    name: text(entry, 'name', where),
    type: text(entry, 'type', where),
    kind: oneOf(entry, 'kind', ['key', 'data', 'nested', 'flat'], where),
  }));

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
