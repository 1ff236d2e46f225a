// The hash of typed data (SNIP-12), which accounts sign. Revision 0 uses Pedersen, revision 1 Poseidon.
import { feltsOfBytes, WORD_BYTES } from '../abi/byteArray.ts';
import { readInteger } from '../abi/scalars.ts';
import { type Felt, feltOfAscii, P } from '../felt/felt.ts';
import { pedersen, pedersenArray, poseidon, poseidonMany, starknetKeccak } from '../felt/hash.ts';
import { type Revision, readTypedData, revisionOf, type TypedDataMember } from './typedData.ts';
import { TypedDataError } from './typedDataError.ts';
import { domainType, type Types, typesOf, typeText, variantTypes } from './typeText.ts';

/** The most values in typed data. Hashing is not interrupted: this many take some 10 ms. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 50;
const PREFIX = feltOfAscii('StarkNet Message');

interface Encoding {
  readonly types: Types;
  readonly revision: Revision;
  readonly hash: (felts: readonly Felt[]) => Felt;
  readonly hashPair: (a: Felt, b: Felt) => Felt;
  readonly typeHashes: Map<string, Felt>;
  count: number;
}

/** The hash that the account at an address signs. Throws a TypedDataError for what is no typed data. */
export function typedDataHash(given: unknown, account: Felt): Felt {
  const data = readTypedData(given);
  const revision = revisionOf(data);
  const encoding: Encoding = {
    types: typesOf(data, revision),
    revision,
    hash: revision === 1 ? poseidonMany : pedersenArray,
    hashPair: revision === 1 ? poseidon : pedersen,
    typeHashes: new Map(),
    count: 0,
  };
  const domain = structHash(encoding, domainType(revision), data.domain, 'domain', 0);
  const message = structHash(encoding, data.primaryType, data.message, 'message', 0);
  return encoding.hash([PREFIX, domain, account, message]);
}

function structHash(encoding: Encoding, type: string, value: unknown, place: string, depth: number): Felt {
  const members = encoding.types[type];
  if (!members) throw new TypedDataError(`There is no type ${type}, which ${place} has.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypedDataError(`${place} must be an object: it is a ${type}.`);
  const values = value as Readonly<Record<string, unknown>>;
  const fields = members.map((member) => {
    const where = `${place}.${member.name}`;
    if (!Object.hasOwn(values, member.name) || values[member.name] === undefined || values[member.name] === null)
      throw new TypedDataError(`${where} is missing.`);
    return valueHash(encoding, member, values[member.name], where, depth + 1);
  });
  return encoding.hash([typeHash(encoding, type), ...fields]);
}

function typeHash({ types, revision, typeHashes }: Encoding, type: string): Felt {
  let hash = typeHashes.get(type);
  if (hash === undefined) typeHashes.set(type, (hash = starknetKeccak(typeText(types, type, revision))));
  return hash;
}

function count(encoding: Encoding, values: number): void {
  encoding.count += values;
  if (encoding.count > MAX_VALUES)
    throw new TypedDataError(`There are more than ${MAX_VALUES} values, or words of texts.`);
}

/** The felt that stands for a value. */
function valueHash(encoding: Encoding, member: TypedDataMember, value: unknown, place: string, depth: number): Felt {
  count(encoding, 1);
  if (depth > MAX_DEPTH) throw new TypedDataError(`${place} is nested more than ${MAX_DEPTH} deep.`);
  const { type } = member;
  const { types, revision, hash } = encoding;
  if (types[type]) return structHash(encoding, type, value, place, depth);
  const inner = (list: unknown, of: string) =>
    listIn(list, place).map((item, i) =>
      valueHash(encoding, { name: member.name, type: of }, item, `${place}[${i}]`, depth + 1),
    );
  if (type.endsWith('*')) return hash(inner(value, type.slice(0, -1)));
  if (type === 'merkletree') {
    if (member.contains === undefined) throw new TypedDataError(`${place}: a merkletree needs \`contains\`.`);
    return merkleRoot(encoding, inner(value, member.contains), place);
  }
  if (type === 'enum' && revision === 1) return enumHash(encoding, member, value, place, depth);
  if (type === 'selector') return selectorIn(value, place);
  if (type === 'string' && revision === 1) {
    if (typeof value !== 'string') throw wrong(place, 'a text', value);
    const words = feltsOfBytes(new TextEncoder().encode(value.slice(0, MAX_VALUES * WORD_BYTES)));
    count(encoding, words.length);
    return hash(words);
  }
  return scalarFelt(type, value, place, revision);
}

/** A value of an enum is an object with one member: the variant, and the list of its values. */
function enumHash(
  encoding: Encoding,
  { contains = '' }: TypedDataMember,
  value: unknown,
  place: string,
  depth: number,
): Felt {
  const variants = encoding.types[contains];
  if (!variants) throw new TypedDataError(`There is no type ${contains || 'of the enum'}, which ${place} contains.`);
  const [name, values] = Object.entries((value ?? {}) as object)[0] ?? [];
  const index = variants.findIndex((variant) => variant.name === name);
  const variant = variants[index];
  if (!variant)
    throw new TypedDataError(`${place} must have one of the variants ${variants.map(({ name }) => name).join(', ')}.`);
  const parts = variantTypes(variant.type);
  const list = parts.length === 0 ? [] : listIn(values, `${place}.${name}`);
  if (list.length !== parts.length)
    throw new TypedDataError(`${place}.${name} must be a list of ${parts.length} values.`);
  const felts = parts.map((type, i) =>
    valueHash(encoding, { name: variant.name, type }, list[i], `${place}.${name}[${i}]`, depth + 1),
  );
  // Wallets use starknet.js, which hashes a variant without values as one with the value 0.
  return encoding.hash([BigInt(index) as Felt, ...(felts.length === 0 ? [0n as Felt] : felts)]);
}

/** The root of a Merkle tree with sorted pairs; what has no partner is paired with 0. */
function merkleRoot({ hashPair }: Encoding, leaves: readonly Felt[], place: string): Felt {
  if (leaves.length === 0) throw new TypedDataError(`${place}: a merkletree needs at least one leaf.`);
  let level = leaves;
  while (level.length > 1) {
    const next: Felt[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const pair = [level[i]!, level[i + 1] ?? (0n as Felt)] as const;
      const [low, high] = pair[0] < pair[1] ? pair : [pair[1], pair[0]];
      next.push(hashPair(low, high));
    }
    level = next;
  }
  return level[0]!;
}

const U128 = 2n ** 128n;
/** The least value of each type of revision 1, and the first that it does not have. */
const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  felt: [0n, P],
  shortstring: [0n, P],
  ClassHash: [0n, P],
  ContractAddress: [0n, P],
  u128: [0n, U128],
  timestamp: [0n, U128],
  i128: [-(U128 / 2n), U128 / 2n],
};

function scalarFelt(type: string, value: unknown, place: string, revision: Revision): Felt {
  if (type === 'bool') {
    if (revision === 1 && typeof value !== 'boolean') throw wrong(place, 'true or false', value);
    if (typeof value === 'boolean') return (value ? 1n : 0n) as Felt;
  }
  const range = Object.hasOwn(RANGES, type) ? RANGES[type] : undefined;
  if (!range && revision === 1) throw new TypedDataError(`There is no type ${type}, which ${place} has.`);
  const number = numberIn(value, place);
  const [least, end] = range ?? [0n, P];
  if (number < least || number >= end) throw new TypedDataError(`${place}: ${number} does not fit ${type}.`);
  return (number < 0n ? P + number : number) as Felt;
}

/** A number, the text of one, or a short string. */
function numberIn(value: unknown, place: string): bigint {
  const number = typeof value === 'boolean' ? BigInt(value) : readInteger(value);
  if (number !== undefined) return number;
  if (typeof value !== 'string') throw wrong(place, 'a number, 0x… text or a short string', value);
  try {
    return feltOfAscii(value);
  } catch {
    throw wrong(place, 'a number, 0x… text or at most 31 ASCII characters', value);
  }
}

/** A selector, or the name of the function. */
function selectorIn(value: unknown, place: string): Felt {
  if (typeof value !== 'string' || value === '') throw wrong(place, 'the name of a function, or its selector', value);
  const number = value.startsWith('0x') ? readInteger(value) : undefined;
  if (number === undefined) return starknetKeccak(value);
  if (number >= P) throw wrong(place, 'a selector', value);
  return number as Felt;
}

function listIn(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(place, 'a list', value);
  return value;
}

const wrong = (place: string, expected: string, value: unknown): TypedDataError =>
  new TypedDataError(
    `${place} must be ${expected}, not ${typeof value === 'string' ? `'${value.slice(0, 40)}'` : typeof value}.`,
  );
