// Paths to storage cells as people write them: `owner`, `balances[0x64b4]`, `allowances[0x1, 0x2]`, `points[3].x`.
import { type AbiType, fixedSize, typeText } from '../../abi/abiType.ts';
import { encodeValue } from '../../abi/encode.ts';
import { ADDRESS_BOUND } from '../../execution/hash/address.ts';
import { type Felt, feltOfAscii, parseFelt, toFelt } from '../../felt/felt.ts';
import { pedersen } from '../../felt/hash.ts';
import { keyOf } from '../../felt/key.ts';
import { limits } from '../../protocol/limits.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { type ClassVariables, variableOf } from './classVariables.ts';
import { nameHash } from './nameHash.ts';
import type { Preimages } from './preimages.ts';
import { partsOf, type StorageType, storageTypeText, valueType } from './storageType.ts';

/** A path that leads nowhere. The message says why, and what exists. */
export class StoragePathError extends Error {}

/** A place in storage that a path leads to. */
export interface StoragePlace {
  readonly key: Felt;
  /** Undefined if it is not known. */
  readonly type: StorageType | undefined;
}

const MAX_PATH = limits.storagePathChars;
const STEP = /\[([^[\]]*)\]|\.(\w+)/y;

/** Finds the place that a path leads to. The hashes on the way are stored, so that the key can be opened later. */
export function placeOf(path: string, variables: ClassVariables, preimages?: Preimages): StoragePlace {
  const [name] = /^\w+/.exec(path.slice(0, MAX_PATH)) ?? [''];
  if (path.length > MAX_PATH) throw new StoragePathError(`The path is longer than ${MAX_PATH} characters.`);
  const variable = variableOf(variables, name);
  if (!variable) throw new StoragePathError(unknownName(name, variables));
  let hash = variable.base;
  let offset = 0;
  let type = variable.type;
  const enter = (felts: readonly Felt[], inner: StorageType | undefined, step: string) => {
    if (offset > 0) throw new StoragePathError(`${step} cannot follow the member of a value.`);
    for (const felt of felts) {
      const next = pedersen(hash, felt);
      preimages?.addPair(keyOf(hash), keyOf(felt), keyOf(next));
      hash = next;
    }
    type = inner;
  };
  STEP.lastIndex = name.length;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const [step, inside, member] = STEP.exec(path) ?? [];
    if (step === undefined)
      throw new StoragePathError(
        `The path ${JSON.stringify(path)} cannot be read at ${JSON.stringify(path.slice(at, at + 20))}: write name[key], name[key, key] or name.member.`,
      );
    if (inside !== undefined) {
      if (type && !hasEntries(type))
        throw new StoragePathError(`${path.slice(0, at)} is ${storageTypeText(type)}, which has no entries.`);
      const entry = entryOf(type, partsOfKey(inside), step);
      enter(entry.felts, entry.type, step);
    } else if (type?.kind === 'node' || !type) {
      const found = type?.members.find((one) => one.name === member);
      if (type && !found) throw new StoragePathError(noMember(path.slice(0, at), member!, type.members));
      enter([nameHash(member!)], found?.type, step);
    } else {
      const parts = type.kind === 'value' ? partsOf(type.type) : [];
      const part = parts.find((one) => one.name === member);
      if (!part) throw new StoragePathError(noMember(path.slice(0, at), member!, parts));
      offset += part.offset;
      type = valueType(part.type);
    }
  }
  return { key: toFelt((hash % ADDRESS_BOUND) + BigInt(offset)), type };
}

type WithEntries = StorageType & { readonly kind: 'map' | 'vec' };

const hasEntries = (type: StorageType): type is WithEntries => type.kind === 'map' || type.kind === 'vec';

/** The felts of a key, and the type of what lies there. The keys of maps in maps may be written together. */
function entryOf(
  type: WithEntries | undefined,
  parts: readonly string[],
  step: string,
): { readonly felts: readonly Felt[]; readonly type: StorageType | undefined } {
  if (!type) return { felts: keyFelts(undefined, parts, step), type };
  const felts: Felt[] = [];
  let rest = parts;
  for (let at = type; ; ) {
    const [key, inner] = at.kind === 'map' ? [at.key, at.value] : [U64, at.item];
    const count = leavesOf(key).length;
    if (rest.length <= count || !hasEntries(inner)) {
      if (rest.length > count && felts.length > 0 && !isWritten(key, rest))
        throw new StoragePathError(
          `${step} has ${parts.length} parts, but the keys of ${storageTypeText(type)} have ${parts.length - rest.length + count}.`,
        );
      felts.push(...keyFelts(key, rest, step));
      return { felts, type: inner };
    }
    felts.push(...keyFelts(key, rest.slice(0, count), step));
    rest = rest.slice(count);
    at = inner;
  }
}

const U64: AbiType = { kind: 'integer', name: 'u64', min: 0n, max: 2n ** 64n - 1n };
const MAX_NAMES = 40;

function unknownName(name: string, { byName }: ClassVariables): string {
  const names = [...byName.keys()].sort();
  const meant = didYouMean(name, names);
  const list =
    names.length === 0
      ? 'No names of its variables are known: give the key of the cell.'
      : `The names known are ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}.`;
  return `The class of this contract has no storage variable ${JSON.stringify(name)}.${meant && ` ${meant}`} ${list}`;
}

const noMember = (path: string, member: string, members: readonly { readonly name: string }[]): string =>
  members.length === 0
    ? `${path} has no members.`
    : `${path} has no member ${member}. Its members are ${members.map(({ name }) => name).join(', ')}.`;

/** The parts of a key. Brackets around a tuple may be written or left out; those in a short string belong to it, and so do commas. */
function partsOfKey(text: string): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/'[^']*'|./gs)) {
    if (token === ',') parts.push('');
    else if (token !== '(' && token !== ')') parts.push(parts.pop()! + token);
  }
  return parts.map((part) => part.trim());
}

/** The felts that a key is hashed as. */
function keyFelts(type: AbiType | undefined, parts: readonly string[], step: string): Felt[] {
  const leaves = type ? leavesOf(type) : undefined;
  if (leaves?.length === parts.length) return leaves.flatMap((leaf, i) => leafFelts(leaf, parts[i]!, step));
  if (type && leaves && !isWritten(type, parts))
    throw new StoragePathError(
      parts.length < leaves.length
        ? `${step} has ${parts.length} of the ${leaves.length} parts of this key.`
        : `${step} has ${parts.length} parts, but the key is ${typeText(type)}.`,
    );
  return parts.map((part) => plainFelt(part, step));
}

/** Whether the parts may be the felts that a key is hashed as, in which it may be written too. */
const isWritten = (type: AbiType, parts: readonly string[]): boolean =>
  (fixedSize(type) ?? parts.length) === parts.length;

const leavesOf = (type: AbiType): AbiType[] =>
  type.kind === 'tuple'
    ? type.items.flatMap(leavesOf)
    : type.kind === 'struct'
      ? type.members.flatMap((member) => leavesOf(member.type))
      : [type];

function leafFelts(type: AbiType, part: string, step: string): Felt[] {
  if (type.kind === 'integer' || type.kind === 'limbs') return encoded(type, part, step);
  if (type.kind === 'bool' && (part === 'true' || part === 'false')) return [toFelt(part === 'true' ? 1 : 0)];
  return [plainFelt(part, step)];
}

function encoded(type: AbiType, value: unknown, step: string): Felt[] {
  try {
    return encodeValue(type, value, step);
  } catch (error) {
    throw new StoragePathError(error instanceof Error ? error.message : String(error));
  }
}

/** A felt as hexadecimal or decimal text, or a short string in quotes. */
function plainFelt(part: string, step: string): Felt {
  const [, quoted] = /^'([ -~]{0,31})'$/.exec(part) ?? [];
  if (quoted !== undefined) return feltOfAscii(quoted);
  const felt = parseFelt(part) ?? (/^\d{1,76}$/.test(part) ? parseFelt(`0x${BigInt(part).toString(16)}`) : undefined);
  if (felt === undefined)
    throw new StoragePathError(`${step} is no key: write a felt (0x…), a number or a short string in single quotes.`);
  return felt;
}
