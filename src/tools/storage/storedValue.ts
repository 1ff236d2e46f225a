import { type AbiType, isUnit, typeText } from '../../abi/abiType.ts';
import { WORD_BYTES } from '../../abi/byteArray.ts';
import { ADDRESS_BOUND } from '../../execution/hash/address.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { poseidonPermutation } from '../../felt/hash.ts';
import { cellsOf, type StoredEnum, variantNumbers } from './storageType.ts';

/** Reads the cell at a key. */
export type ReadCell = (key: Felt) => Felt;

/** One cell and its value. */
export interface StoredCell {
  readonly key: Felt;
  readonly value: Felt;
}

const BYTE_ARRAY = feltOfAscii('ByteArray');
const WORDS_PER_CHUNK = 256;
/** Longer texts are not read. */
const MAX_BYTES = 64 * 1024;

/** The key of a cell that lies some cells after another. */
export const keyAt = (base: Felt, offset: number): Felt => toFelt(base + BigInt(offset));

/** Where the words of a ByteArray are whose length is stored at an address: 256 of them per chunk. */
export const chunkAddress = (address: Felt, chunk: number): Felt =>
  toFelt(poseidonPermutation([address, toFelt(chunk), BYTE_ARRAY])[0] % ADDRESS_BOUND);

/** The domain of the hash that gives the addresses of chunks. */
export const CHUNK_DOMAIN = BYTE_ARRAY;

/**
 * A value in storage as the felts that calldata has for it, so that ABI decoders read it; undefined if the cells hold no such value.
 * Storage has other numbers for options and enums, and other places for texts.
 */
export function readStored(type: AbiType, key: Felt, read: ReadCell): Felt[] | undefined {
  const felts: Felt[] = [];
  return appendStored(type, key, read, felts) ? felts : undefined;
}

function appendStored(type: AbiType, key: Felt, read: ReadCell, out: Felt[]): boolean {
  const all = (types: readonly AbiType[], from: number): boolean => {
    let offset = from;
    for (const part of types) {
      const size = cellsOf(part);
      if (size === undefined || !appendStored(part, keyAt(key, offset), read, out)) return false;
      offset += size;
    }
    return true;
  };
  /** A variant: the number that calldata has for it, and its value. */
  const variant = (index: number, value: AbiType | undefined): boolean => {
    out.push(toFelt(index));
    return value === undefined || all([value], 1);
  };
  switch (type.kind) {
    case 'felt':
    case 'integer':
    case 'bool':
      out.push(read(key));
      return true;
    case 'limbs':
      if (cellsOf(type) === undefined) return false;
      out.push(read(key), read(keyAt(key, 1)));
      return true;
    case 'byteArray':
      return appendBytes(key, read, out);
    case 'nonZero':
      return all([type.value], 0);
    case 'fixedArray':
      return cellsOf(type) !== undefined && all(Array<AbiType>(type.length).fill(type.item), 0);
    case 'tuple':
      return all(type.items, 0);
    case 'struct':
      return all(
        type.members.map((member) => member.type),
        0,
      );
    case 'option': {
      const stored = read(key);
      if (stored === 0n) return variant(1, undefined);
      return stored === 1n && variant(0, type.value);
    }
    case 'result': {
      const stored = read(key);
      return stored === 0n ? variant(0, type.ok) : stored === 1n && variant(1, type.error);
    }
    case 'enum': {
      const stored = read(key);
      const index = variantNumbers(type as StoredEnum)?.findIndex((number) => BigInt(number) === stored) ?? -1;
      if (index < 0) return false;
      const value = type.variants[index]!.type;
      return variant(index, isUnit(value) ? undefined : value);
    }
    case 'array':
    case 'unknown':
      return false;
  }
}

function appendBytes(key: Felt, read: ReadCell, out: Felt[]): boolean {
  const length = read(key);
  if (length > BigInt(MAX_BYTES)) return false;
  const words = wordKeys(key, Number(length)).map(read);
  const rest = Number(length) % WORD_BYTES;
  const full = rest === 0 ? words : words.slice(0, -1);
  out.push(toFelt(full.length), ...full, rest === 0 ? toFelt(0) : words.at(-1)!, toFelt(rest));
  return true;
}

/** The keys of the words of a text with this many bytes. */
function wordKeys(address: Felt, bytes: number): Felt[] {
  const keys: Felt[] = [];
  let chunk = toFelt(0);
  for (let word = 0; word * WORD_BYTES < bytes; word++) {
    if (word % WORDS_PER_CHUNK === 0) chunk = chunkAddress(address, word / WORDS_PER_CHUNK);
    keys.push(keyAt(chunk, word % WORDS_PER_CHUNK));
  }
  return keys;
}

/** The cells to write for a value, given as the felts that calldata has for it. Throws an Error for a type that cannot be stored. */
export function cellsToWrite(type: AbiType, key: Felt, felts: readonly Felt[]): StoredCell[] {
  const cells: StoredCell[] = [];
  let at = 0;
  const next = (): Felt => felts[at++]!;
  const put = (cell: Felt, value: Felt) => cells.push({ key: cell, value });
  const write = (type: AbiType, key: Felt): void => {
    const all = (types: readonly AbiType[], from: number) => {
      let offset = from;
      for (const part of types) {
        write(part, keyAt(key, offset));
        offset += cellsOf(part) ?? 0;
      }
    };
    switch (type.kind) {
      case 'felt':
      case 'integer':
      case 'bool':
        put(key, next());
        return;
      case 'byteArray': {
        const words = Array.from({ length: Number(next()) }, next);
        const [last, rest] = [next(), Number(next())];
        put(key, toFelt(words.length * WORD_BYTES + rest));
        const keys = wordKeys(key, words.length * WORD_BYTES + rest);
        for (const [i, word] of (rest === 0 ? words : [...words, last]).entries()) put(keys[i]!, word);
        return;
      }
      case 'limbs':
        put(key, next());
        put(keyAt(key, 1), next());
        return;
      case 'nonZero':
        all([type.value], 0);
        return;
      case 'fixedArray':
        all(Array<AbiType>(type.length).fill(type.item), 0);
        return;
      case 'tuple':
        all(type.items, 0);
        return;
      case 'struct':
        all(
          type.members.map((member) => member.type),
          0,
        );
        return;
      case 'option': {
        const isSome = next() === 0n;
        put(key, toFelt(isSome ? 1 : 0));
        if (isSome) all([type.value], 1);
        return;
      }
      case 'result': {
        const isOk = next() === 0n;
        put(key, toFelt(isOk ? 0 : 1));
        all([isOk ? type.ok : type.error], 1);
        return;
      }
      case 'enum': {
        const numbers = variantNumbers(type as StoredEnum);
        if (!numbers) throw new Error(`How ${typeText(type)} is stored is not known without its source.`);
        const index = Number(next());
        put(key, toFelt(numbers[index]!));
        all([type.variants[index]!.type], 1);
        return;
      }
      case 'array':
      case 'unknown':
        throw new Error(`${typeText(type)} cannot be stored as a value.`);
    }
  };
  if (cellsOf(type) === undefined) throw new Error(`How ${typeText(type)} is stored is not known.`);
  write(type, key);
  return cells;
}
